// Record: values and an end, written down first and played to each subscriber.

/// A publisher that plays a recording of values and an end to each subscriber.
public struct Record<Output, Failure: Error>: Publisher {
    /// What is played.
    public let recording: Recording

    /// Makes a publisher of what the closure records.
    @inlinable
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.init(recording: recording)
    }

    /// Makes a publisher of the recording.
    @inlinable
    public init(recording: Recording) { self.recording = recording }

    /// Makes a publisher of the values and the end.
    @inlinable
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        self.init(recording: Recording(output: output, completion: completion))
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let completion = recording.completion
        Publishers.Sequence<[Output], Failure>(sequence: recording.output).subscribe(
            Relay<Output, Failure>(
                "Record",
                subscription: { subscriber.receive(subscription: $0) },
                value: { subscriber.receive($0) },
                completion: { _ in subscriber.receive(completion: completion) }))
    }
}

extension Record {
    /// Values and the end after them.
    public struct Recording {
        public typealias Input = Output

        /// The values recorded so far.
        public private(set) var output: [Output]

        /// The end; `.finished` unless another was recorded.
        public private(set) var completion: Subscribers.Completion<Failure>

        private var isComplete: Bool

        /// Makes an empty recording, ready for values.
        public init() {
            output = []
            completion = .finished
            isComplete = false
        }

        /// Makes a complete recording.
        public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
            self.output = output
            self.completion = completion
            isComplete = true
        }

        /// Adds a value; traps after the end.
        public mutating func receive(_ input: Input) {
            precondition(!isComplete, "A value can't be recorded after the end")
            output.append(input)
        }

        /// Adds the end; traps if there is one.
        public mutating func receive(completion: Subscribers.Completion<Failure>) {
            precondition(!isComplete, "A second end can't be recorded")
            self.completion = completion
            isComplete = true
        }
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
    private enum CodingKeys: String, CodingKey {
        case output
        case completion
    }

    /// Decodes a recording, which is complete.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            output: try container.decode([Output].self, forKey: .output),
            completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
    }
}
