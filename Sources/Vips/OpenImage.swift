// A picture that libvips has opened: the owner of the shim's handle.
import CVips

/// An opened picture; closed when the last reference goes.
final class OpenImage {
    let handle: OpaquePointer
    let info: cvips_info

    init(_ source: cvips_source) throws(VipsError) {
        var info = cvips_info()
        var error = cvips_error()
        var source = source
        guard let handle = cvips_open(&source, &info, &error) else { throw VipsError(error, kind: .corrupt) }
        self.handle = handle
        self.info = info
    }

    deinit {
        cvips_close(handle)
    }

    /// The ICC profile's bytes, as long as the picture is open.
    var profile: UnsafeRawBufferPointer? {
        info.profile.map { UnsafeRawBufferPointer(start: $0, count: info.profile_length) }
    }
}
