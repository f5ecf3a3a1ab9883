// The lines of a journal, as values: records of outputs, settings, and outputs that are gone.

import Layout
import Wire

/// The settings of many records, kept once.
struct RecordedSettings: Hashable, Sendable {
    var text: String
    /// What records call them by.
    var number: UInt64 { ShortDigest.of(Array(text.utf8)) }

    var line: [UInt8] {
        var writer = JournalLineWriter(.settings)
        writer.write(hex: [number])
        writer.write(text)
        return writer.finished()
    }

    init(text: String) {
        self.text = text
    }

    init(fields: ArraySlice<UInt8>) throws(JournalText.Unreadable) {
        var reader = JournalLineReader(fields: fields)
        _ = try reader.hex()
        text = try reader.text()
    }
}

/// An output that was removed.
enum RemovedOutput {
    static func line(_ output: RawPath) -> [UInt8] {
        var writer = JournalLineWriter(.removed)
        writer.write(output)
        return writer.finished()
    }
}

extension OutputRecord {
    var line: [UInt8] {
        var writer = JournalLineWriter(.output)
        writer.write(output)
        writer.write(root)
        writer.write(folder)
        for number in [page, pages, key.revision] { writer.write(number) }
        writer.write(hex: [RecordedSettings(text: key.settings).number])
        writer.write(key.digest)
        writer.write(candidates)
        for number in [file.size, file.modified, canvas.width, canvas.height, photoMemory] {
            writer.write(number)
        }
        writer.write(libvips)
        writer.write(hex: photos.map { UInt64($0.name) << 32 | UInt64($0.state) })
        writer.write(hex: contents)
        for fault in faults {
            writer.write(fault.index)
            writer.write(fault.photo)
            writer.write(fault.state?.size)
            writer.write(fault.state?.modified)
            writer.write(fault.isShown ? 1 : 0)
            writer.write(fault.fault.reason.name)
            writer.write(fault.fault.message)
        }
        return writer.finished()
    }

    /// - Parameter settings: gives the text that a number stands for.
    init(fields: ArraySlice<UInt8>, settings: (UInt64) -> String?) throws(JournalText.Unreadable) {
        var reader = JournalLineReader(fields: fields)
        output = try reader.path()
        root = try reader.path()
        folder = try reader.path()
        page = try reader.number()
        pages = try reader.number()
        let revision = try reader.number()
        let settingsNumber = try reader.hex()
        guard let digest = try reader.digest() else { throw JournalText.Unreadable() }
        candidates = try reader.digest()
        file = WrittenFile(size: try reader.number(), modified: try reader.number())
        canvas = PixelSize(width: try reader.number(), height: try reader.number())
        photoMemory = try reader.number()
        libvips = try reader.text()
        photos = try reader.hex().map {
            PhotoPrint(name: UInt32($0 >> 32), state: UInt32(truncatingIfNeeded: $0))
        }
        contents = try reader.hex()
        guard let text = settingsNumber.first.flatMap(settings) else { throw JournalText.Unreadable() }
        key = PageKey(settings: text, digest: digest, revision: revision)
        faults = []
        while reader.hasMore { faults.append(try RecordedFault(from: &reader)) }
    }
}

extension RecordedFault {
    fileprivate init(from reader: inout JournalLineReader) throws(JournalText.Unreadable) {
        index = try reader.optionalNumber()
        photo = try reader.path()
        let (size, modified) = (try reader.optionalNumber(), try reader.optionalNumber())
        if let size, let modified { state = WrittenFile(size: size, modified: modified) }
        isShown = try reader.number() == 1
        let name = try reader.text()
        guard let reason = PhotoFaultReason.allCases.first(where: { $0.name == name }) else {
            throw JournalText.Unreadable()
        }
        fault = PhotoFault(reason, try reader.text())
    }
}
