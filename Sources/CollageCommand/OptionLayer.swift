// One source of options, and how one goes over another: the command line over a preset over a file over defaults.

import Collage

/// Options by name, as one source says them.
struct OptionLayer {
    /// A flag that is turned off is there without a value.
    private(set) var values: [String: [OptionValue]] = [:]

    static let defaults: OptionLayer = {
        var layer = OptionLayer()
        for option in OptionTable.everywhere {
            guard let initial = option.initial else { continue }
            layer.values[option.name] = [OptionValue(path: RawPath(initial))]
        }
        return layer
    }()

    /// Takes an option in; one that may be repeated adds up.
    ///
    /// - Parameter given: of a flag one value of any kind, or none where it is turned off.
    /// - Throws: what is wrong with a value.
    mutating func set(_ option: OptionDefinition, to given: [OptionValue]) throws {
        var scratch = RenderOptions()
        for value in given { try option.apply(&scratch, value) }
        values[option.name] = option.kind.isList ? values[option.name, default: []] + given : given
    }

    /// Takes inputs in.
    mutating func add(_ paths: some Collection<RawPath>) {
        if paths.isEmpty { return }
        values[OptionTable.paths.name, default: []] += paths.map(OptionValue.init)
    }

    /// The options that this comes to.
    var options: RenderOptions {
        var options = RenderOptions()
        for option in OptionTable.everywhere {
            for value in values[option.name, default: []] {
                do { try option.apply(&options, value) } catch {
                    preconditionFailure("--\(option.name) was taken, and is wrong now: \(error)")
                }
            }
        }
        return options
    }

    /// - Throws: `UsageError` for options that contradict each other.
    func check() throws(UsageError) {
        let options = options
        for contradiction in Contradiction.all {
            if let complaint = contradiction.complaint(options) { throw UsageError(complaint) }
        }
    }

    /// What counts where this one and another say something: this one, and of the other what does not contradict it.
    func over(_ lower: OptionLayer) -> OptionLayer {
        var both = self
        for (name, theirs) in lower.values {
            both.values[name] =
                switch values[name] {
                case nil: theirs
                case let ours? where OptionTable.addsUp(name): theirs + ours
                case let ours?: ours
                }
        }
        for contradiction in Contradiction.all where contradiction.complaint(both.options) != nil {
            for (name, other) in [
                (contradiction.first, contradiction.second), (contradiction.second, contradiction.first),
            ] where values[name] != nil && values[other] == nil { both.values[other] = nil }
        }
        return both
    }
}

extension OptionLayer {
    /// What counts in the end: the command line, which this is, over the file that it names, over the defaults.
    func effective() throws(UsageError) -> OptionLayer {
        try check()
        guard let path = options.config else {
            if let preset = options.preset {
                throw UsageError("--preset (\(preset)) needs a file that has it; add --config")
            }
            return over(.defaults)
        }
        return over(try ConfigFile(path).layer(preset: options.preset).over(.defaults))
    }

    /// What a folder's own settings may not change, where this is the command line.
    var fixed: Set<FolderSettings.Key> {
        var fixed: Set<FolderSettings.Key> = []
        if values["layout"] != nil || values["columns"] != nil { fixed.insert(.layout) }
        if values["limit"] != nil { fixed.insert(.limit) }
        if values["sort"] != nil { fixed.insert(.sort) }
        return fixed
    }
}
