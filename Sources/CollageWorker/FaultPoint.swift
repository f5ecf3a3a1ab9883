// Places where a test makes a worker fail on purpose; in release builds there is nothing of it.

import Glibc

/// Faults that a test asks for with `COLLAGE_FAULT=<action>@<place>[:<index>][*]`, several with commas between.
///
/// Actions: `kill`, `stop`, `abort`, `spin` (use CPU for ever), `exit`, `starve` (no more memory for this photo).
/// Places: `read` (header known, nothing decoded) and `tile` (half painted), with the photo's index; `sign`;
/// `encode` (half written). Without `*` only the first attempt fails.
enum FaultPoint {
    enum Place: String { case read, tile, sign, encode }

    static func hit(_ place: Place, index: Int, attempt: Int) {
        #if DEBUG
            for fault in faults
            where fault.place == place && fault.index == index && (attempt == 0 || fault.always) {
                switch fault.action {
                case "kill": raise(SIGKILL)
                case "stop": raise(SIGSTOP)
                case "abort": abort()
                case "spin": while true {}
                case "exit": exitWorker(with: 9)
                case "starve": starve()
                default: break
                }
            }
        #endif
    }

    /// The end of a photo: what it used is free again.
    static func endOfPhoto() {
        #if DEBUG
            if var limit = limitBefore { _ = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) }
            limitBefore = nil
        #endif
    }

    #if DEBUG
        nonisolated(unsafe) private static var limitBefore: rlimit?

        /// As if all that `--memory` allows were in use.
        private static func starve() {
            let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
            var limit = rlimit()
            _ = getrlimit(resource, &limit)
            limitBefore = limit
            // Not 0, for which Linux makes an exception (mm/mmap.c, may_expand_vm).
            limit.rlim_cur = 1
            _ = setrlimit(resource, &limit)
        }

        private struct Fault {
            var action: String
            var place: Place
            var index = 0
            var always = false
        }

        private static let faults: [Fault] =
            getenv("COLLAGE_FAULT").map { String(cString: $0).split(separator: ",").compactMap(fault) } ?? []

        /// Nil for a fault of the coordinator's.
        private static func fault(_ text: Substring) -> Fault? {
            let parts = text.split(separator: "@")
            guard parts.count == 2 else { return nil }
            let target = parts[1].filter { $0 != "*" }.split(separator: ":")
            guard let place = target.first.flatMap({ Place(rawValue: String($0)) }) else { return nil }
            return Fault(
                action: String(parts[0]), place: place, index: target.count > 1 ? Int(target[1]) ?? 0 : 0,
                always: text.hasSuffix("*"))
        }
    #endif
}
