// Records as JSON files.
import FoundationEssentials

enum RecordFile {
    static func encoded(_ record: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(record)
    }

    /// A run's record.
    static func readRun(_ path: String) throws(UsageError) -> RunRecord {
        try read(path, as: RunRecord.self, "record of a run")
    }

    /// - Throws: where it can't be read, is something else, or has metrics of another version.
    static func read<Record: Decodable>(
        _ path: String, as type: Record.Type, _ what: String
    ) throws(UsageError) -> Record {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw UsageError("\(path) can't be read")
        }
        let current = RunRecord.currentVersion
        guard let found = (try? JSONDecoder().decode(Version.self, from: data))?.version else {
            throw UsageError("\(path) is no \(what)")
        }
        guard found == current else {
            throw UsageError(
                "\(path) has metrics of version \(found), which mean something else than ours (\(current))")
        }
        guard let record = try? JSONDecoder().decode(type, from: data) else {
            throw UsageError("\(path) is no \(what)")
        }
        return record
    }

    private struct Version: Decodable {
        var version: Int
    }
}
