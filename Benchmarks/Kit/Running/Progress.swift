// What is being done, for people who wait.

/// What is being done, on a terminal.
struct Progress: Sendable {
    /// Before each text.
    var prefix = ""
    private let isShown = StandardError.isTerminal

    init(prefix: String = "") { self.prefix = prefix }

    func show(_ text: String) {
        if isShown { StandardError.write("\r\u{1B}[K\(prefix)\(text)") }
    }

    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
