// Placing photos in cells: the whole photo, or the whole cell.

import Layout
import Testing

@Suite struct FitTests {
    private let cell = PixelRect(x: 10, y: 20, width: 320, height: 240)

    @Test func containShowsAllOfThePhotoInTheMiddle() {
        let placement = Fit.contain.placement(
            of: PixelSize(width: 3024, height: 4032), in: cell, upscale: false)
        #expect(placement.rect == PixelRect(x: 80, y: 20, width: 180, height: 240))
        #expect(placement.crop == PixelRect(x: 0, y: 0, width: 3024, height: 4032))
    }

    @Test func coverFillsTheCellAndCutsTwoSidesEvenly() {
        let placement = Fit.cover.placement(
            of: PixelSize(width: 3000, height: 3000), in: cell, upscale: false)
        #expect(placement.rect == cell)
        #expect(placement.crop == PixelRect(x: 0, y: 375, width: 3000, height: 2250))
    }

    @Test func smallPhotosKeepTheirSizeUnlessUpscaled() {
        let small = PixelSize(width: 16, height: 16)
        for fit in Fit.allCases {
            let placement = fit.placement(of: small, in: cell, upscale: false)
            #expect(placement.rect == PixelRect(x: 162, y: 132, width: 16, height: 16))
            #expect(placement.crop == PixelRect(small))
        }
        #expect(
            Fit.contain.placement(of: small, in: cell, upscale: true).rect.size
                == PixelSize(width: 240, height: 240))
        #expect(Fit.cover.placement(of: small, in: cell, upscale: true).rect == cell)
    }

    @Test func aPhotoThatIsLargerOneWayOnlyIsCutOnlyThere() {
        let placement = Fit.cover.placement(of: PixelSize(width: 1000, height: 100), in: cell, upscale: false)
        #expect(placement.rect == PixelRect(x: 10, y: 90, width: 320, height: 100))
        #expect(placement.crop == PixelRect(x: 340, y: 0, width: 320, height: 100))
    }

    @Test func extremePhotosStillShowAPixel() {
        let line = Fit.contain.placement(of: PixelSize(width: 100_000, height: 1), in: cell, upscale: false)
        #expect(line.rect.size == PixelSize(width: 320, height: 1))
        let tiny = Fit.cover.placement(
            of: PixelSize(width: 1, height: 100_000), in: PixelRect(x: 0, y: 0, width: 1, height: 1),
            upscale: false)
        #expect(tiny.rect.size == PixelSize(width: 1, height: 1))
        #expect(tiny.crop.width == 1)
    }

    @Test func placementsLieInTheirCellsAndCropsInTheirPhotos() {
        for width in stride(from: 1, to: 900, by: 37) {
            for height in stride(from: 1, to: 900, by: 41) {
                let photo = PixelSize(width: width, height: height)
                for fit in Fit.allCases {
                    for upscale in [false, true] {
                        let placement = fit.placement(of: photo, in: cell, upscale: upscale)
                        #expect(cell.contains(placement.rect))
                        #expect(PixelRect(photo).contains(placement.crop))
                        #expect(placement.rect.size.area > 0 && placement.crop.size.area > 0)
                    }
                }
            }
        }
    }
}
