// Which names are photos: chosen by name here, understood by content later.

/// What a name alone tells of a file.
enum NameKind: Equatable {
    case photo
    /// A camera's raw file: shown by its rendered sibling, if at all.
    case raw
    case hidden
    case other
}

enum PhotoNaming {
    static let photoExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "gif",
    ]
    static let rawExtensions: Set<String> = [
        "nef", "cr2", "cr3", "arw", "dng", "raf", "orf", "rw2", "pef", "srw",
    ]
    /// Folders that systems and NAS devices put among people's photos.
    static let litterFolders: Set<RawPath> = [
        "@eaDir", "@Recycle", "#recycle", "#snapshot", ".@__thumb", "lost+found", "$RECYCLE.BIN",
    ]
    /// A folder that holds a file of this name asks to be passed over.
    static let noMedia: RawPath = ".nomedia"

    static func kind(of name: RawPath) -> NameKind {
        if name.bytes.first == RawPath.dot { return .hidden }
        let fileExtension = name.lowercasedExtension
        if photoExtensions.contains(fileExtension) { return .photo }
        return rawExtensions.contains(fileExtension) ? .raw : .other
    }

    /// The name endings that a format's files have.
    static func extensions(of format: String) -> Set<String> {
        switch format {
        case "jpeg": ["jpg", "jpeg", "jpe", "jfif"]
        case "tiff": ["tif", "tiff"]
        case "heif": ["heic", "heif", "hif"]
        default: [format]
        }
    }

    /// Whether a folder of that name is never looked into.
    static func isPassedOver(folder name: RawPath) -> Bool {
        name.bytes.first == RawPath.dot || litterFolders.contains(name)
    }
}
