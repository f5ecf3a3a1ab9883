// Moving a covered cell's crop to what attracts attention: never out of the photo, never of another shape.

import Layout
import Testing

@Suite struct OverviewTests {
    private let cell = PixelRect(x: 10, y: 20, width: 320, height: 240)

    private func lookOver(
        of width: Int, _ height: Int, upscale: Bool = false
    ) -> Overview? {
        let photo = PixelSize(width: width, height: height)
        return Overview(of: photo, Fit.smart.placement(of: photo, in: cell, upscale: upscale))
    }

    @Test func smartShowsTheMiddleUntilAttentionIsKnown() {
        let photo = PixelSize(width: 3024, height: 4032)
        let placement = Fit.smart.placement(of: photo, in: cell, upscale: false)
        #expect(placement == Fit.cover.placement(of: photo, in: cell, upscale: false))
    }

    @Test func theOverviewHasTheTilesScale() throws {
        let overview = try #require(lookOver(of: 3024, 4032))
        #expect(overview.holdsTile)
        #expect(overview.size == PixelSize(width: 320, height: 427))
        #expect(overview.crop == PixelSize(width: 320, height: 240))
    }

    @Test func theCropMovesToThePoint() throws {
        let overview = try #require(lookOver(of: 6400, 1600))
        #expect(overview.size == PixelSize(width: 960, height: 240))
        let placement = overview.placement(around: PixelPoint(x: 700, y: 10))
        #expect(placement.rect == cell)
        #expect(placement.crop.size == overview.middle.crop.size)
        #expect(placement.crop.y == 0)
        // 700 of 960 is 4667 of 6400; half of the crop's 2133 less is 3600.5.
        #expect(abs(placement.crop.x - 3600) <= 4)
        #expect(overview.part(of: placement) == PixelRect(x: 540, y: 0, width: 320, height: 240))
    }

    @Test func theCropStaysInThePhoto() throws {
        let overview = try #require(lookOver(of: 6400, 1600))
        let first = overview.placement(around: PixelPoint(x: 0, y: 0)).crop
        #expect(first.x == 0)
        let last = overview.placement(around: PixelPoint(x: 959, y: 239)).crop
        #expect(last.maxX == 6400)
    }

    @Test func whereNothingOrNextToNothingIsCutOffThereIsNoOverview() {
        #expect(lookOver(of: 4000, 3000) == nil)
        // A 32nd of 4000 is 125: attention can't tell more than that.
        #expect(lookOver(of: 4000, 2906) == nil)
        #expect(lookOver(of: 4000, 2905) != nil)
        #expect(lookOver(of: 100, 100) == nil)
    }

    @Test func smallPhotosAreNotBlownUp() throws {
        let overview = try #require(lookOver(of: 1000, 100))
        #expect(overview.size == PixelSize(width: 1000, height: 100))
        #expect(overview.placement(around: PixelPoint(x: 600, y: 50)).crop.x == 440)
    }

    @Test(arguments: [(3000, 200), (1000, 100), (300, 20), (100_000, 1)])
    func ofABlownUpPhotoTheOverviewIsNoLargerThanThePhoto(width: Int, height: Int) throws {
        let overview = try #require(lookOver(of: width, height, upscale: true))
        #expect(!overview.holdsTile)
        #expect(overview.size.area <= width * height)
        #expect(overview.size.area <= 1 << 17)
    }

    @Test func aLargeTileIsNotCutOutOfItsOverview() throws {
        let photo = PixelSize(width: 4000, height: 6000)
        let cell = PixelRect(x: 0, y: 0, width: 1200, height: 800)
        let placement = Fit.smart.placement(of: photo, in: cell, upscale: false)
        let overview = try #require(Overview(of: photo, placement))
        #expect(!overview.holdsTile)
        #expect(overview.size.area <= 1 << 16)
        // Its shape is the photo's all the same.
        #expect(abs(overview.size.height * 2 - overview.size.width * 3) <= 6)
    }

    @Test func anyPointGivesACropThatIsWhatThePartShows() {
        for width in stride(from: 1, to: 2400, by: 97) {
            for height in stride(from: 1, to: 2400, by: 89) {
                for upscale in [false, true] {
                    guard let overview = lookOver(of: width, height, upscale: upscale) else { continue }
                    #expect((0...8).allSatisfy { isConsistent(overview, share: $0) }, "\(overview)")
                }
            }
        }
    }

    private func isConsistent(_ overview: Overview, share: Int) -> Bool {
        let point = PixelPoint(
            x: overview.size.width * share / 8, y: overview.size.height * (8 - share) / 8)
        let placement = overview.placement(around: point)
        let crop = placement.crop
        guard placement.rect == overview.middle.rect, crop.size == overview.middle.crop.size,
            PixelRect(overview.photo).contains(crop)
        else { return false }
        guard overview.holdsTile else { return true }
        let part = overview.part(of: placement)
        guard part.size == placement.rect.size, PixelRect(overview.size).contains(part) else { return false }
        // To the nearest of the photo's pixels, which are the finer ones here; at the end, to the end.
        if crop.maxX == overview.photo.width { return part.maxX == overview.size.width }
        let exact = Double(part.x) * Double(overview.photo.width) / Double(overview.size.width)
        return abs(Double(crop.x) - exact) <= 0.5
    }
}
