// Places where a test makes the coordinator slow or fail on purpose; in release builds there is nothing of it.

import Glibc

/// Faults that a test asks for with `COLLAGE_FAULT=<action>@<place>[:<number>]`, several with commas between.
///
/// Actions: `delay` (so many milliseconds). Places: `open` (before a photo is opened). Those of workers are in
/// their own `FaultPoint`.
enum FaultPoint {
    enum Place: String { case open }

    static func hit(_ place: Place) {
        #if DEBUG
            for fault in faults where fault.place == place {
                switch fault.action {
                case .delay: usleep(UInt32(fault.number) * 1000)
                }
            }
        #endif
    }

    #if DEBUG
        private enum Action: String { case delay }

        private struct Fault {
            var action: Action
            var place: Place
            var number: Int

            /// Nil for a fault of others.
            init?(_ text: Substring) {
                let parts = text.split(separator: "@")
                let target = parts.last?.split(separator: ":") ?? []
                guard parts.count == 2, let action = Action(rawValue: String(parts[0])),
                    let place = target.first.flatMap({ Place(rawValue: String($0)) })
                else { return nil }
                self.action = action
                self.place = place
                number = target.count > 1 ? Int(target[1]) ?? 0 : 0
            }
        }

        private static let faults: [Fault] =
            getenv("COLLAGE_FAULT").map { String(cString: $0).split(separator: ",").compactMap(Fault.init) }
            ?? []
    #endif
}
