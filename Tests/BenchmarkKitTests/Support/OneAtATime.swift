// Suites that measure, and so don't run beside each other.
import Testing

@Suite(.serialized) enum OneAtATime {}
