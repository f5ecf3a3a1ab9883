// Places where a test makes a worker fail on purpose; in release builds there is nothing of it.

import Glibc

/// Faults that a test asks for with `COLLAGE_FAULT=<action>@<place>[:<index>][*]`.
///
/// Actions: `kill`, `stop`, `abort`, `spin` (use CPU for ever), `exit`. Places: `tile` (half painted, with the photo's index),
/// `sign`, `encode` (half written). Without `*` only the first attempt fails.
enum FaultPoint {
    enum Place: String { case tile, sign, encode }

    static func hit(_ place: Place, index: Int, attempt: Int) {
        #if DEBUG
            guard let fault, fault.place == place, fault.index == index, attempt == 0 || fault.always else {
                return
            }
            switch fault.action {
            case "kill": raise(SIGKILL)
            case "stop": raise(SIGSTOP)
            case "abort": abort()
            case "spin": while true {}
            case "exit": exitWorker(with: 9)
            default: break
            }
        #endif
    }

    #if DEBUG
        private struct Fault {
            var action: String
            var place: Place
            var index = 0
            var always = false
        }

        private static let fault: Fault? = {
            guard let value = getenv("COLLAGE_FAULT").map({ String(cString: $0) }) else { return nil }
            let parts = value.split(separator: "@")
            guard parts.count == 2 else { return nil }
            let target = parts[1].filter { $0 != "*" }.split(separator: ":")
            guard let place = target.first.flatMap({ Place(rawValue: String($0)) }) else { return nil }
            return Fault(
                action: String(parts[0]), place: place, index: target.count > 1 ? Int(target[1]) ?? 0 : 0,
                always: value.hasSuffix("*"))
        }()
    #endif
}
