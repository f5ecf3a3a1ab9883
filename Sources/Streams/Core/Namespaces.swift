// The three empty types under which the publishers, subscribers and subscriptions of operators are named.

/// The namespace of the publishers that operators make.
public enum Publishers {}

/// The namespace of types that concern subscribers: demand, completion, and the ready-made sinks.
public enum Subscribers {}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {}
