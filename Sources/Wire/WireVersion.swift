// Which build this is: both ends say it at the first handshake and refuse a stranger.

/// What the coordinator and the worker that it starts have agreed on.
public enum WorkerStart {
    /// The descriptor at which a worker finds its socket.
    public static let socket: Int32 = 3
}

/// The version of the program, and of the messages between its two halves.
public enum WireVersion {
    /// As `collage --version` prints it.
    public static let program = "0.1.0"
    /// Raised whenever a message changes.
    public static let revision = 2
    /// What a worker says of itself in `Reply.hello`.
    public static let current = "\(program)/\(revision)"
}
