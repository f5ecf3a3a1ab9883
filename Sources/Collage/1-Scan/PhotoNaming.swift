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
    static let litterFolders: [RawPath] = [
        "@eaDir", "@Recycle", "#recycle", "#snapshot", ".@__thumb", "lost+found", "$RECYCLE.BIN",
    ]
    /// A folder that holds a file of this name asks to be passed over.
    static let noMedia: RawPath = ".nomedia"

    static func kind(of name: UnsafeBufferPointer<UInt8>) -> NameKind {
        if name.first == RawPath.dot { return .hidden }
        guard let dot = name.lastIndex(of: RawPath.dot), let ending = Ending(name[(dot + 1)...]) else {
            return .other
        }
        if photoEndings.contains(ending) { return .photo }
        return rawEndings.contains(ending) ? .raw : .other
    }

    private static let photoEndings = photoExtensions.compactMap { Ending($0.utf8) }
    private static let rawEndings = rawExtensions.compactMap { Ending($0.utf8) }

    /// An extension in lower case, as one number: each name is compared with two dozen.
    private struct Ending: Equatable {
        private var letters: UInt64 = 0

        /// Nil for what is longer than any that there is.
        init?(_ bytes: some Collection<UInt8>) {
            if bytes.count > 8 { return nil }
            for byte in bytes { letters = letters << 8 | UInt64((65...90).contains(byte) ? byte + 32 : byte) }
        }
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
    static func isPassedOver(folder name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.first == RawPath.dot || litterFolders.contains { name.elementsEqual($0.bytes) }
    }
}
