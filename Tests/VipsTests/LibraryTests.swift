// Starting libvips and opening its module, in processes of their own: both happen once a process.
import Dispatch
import Glibc
import SamplePhotos
import Testing
import Vips

extension VipsTests {
    struct Library {
        /// While one thread opens the module, the others load what needs none. Clean under the thread sanitizer, too.
        @Test func `any thread may be the first`() async {
            await #expect(processExitsWith: .success) {
                DispatchQueue.concurrentPerform(iterations: 8) { index in
                    do {
                        try VipsLibrary.start(programName: "VipsTests")
                        let photo = try PaintedPhoto(
                            TestPicture(format: index.isMultiple(of: 2) ? .avif : .jpeg).bytes())
                        if photo.distance() > tolerance { exit(3) }
                    } catch {
                        exit(4)
                    }
                }
            }
        }
    }
}
