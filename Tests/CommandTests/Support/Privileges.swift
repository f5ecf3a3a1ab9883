// Running the command with fewer powers than the tests have, or with a mount of its own.

import Foundation

enum Privileges {
    /// Without the powers by which root reads and writes what it may not.
    static let withoutPowers =
        geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
    /// A mount namespace of its own, in which a test may mount.
    static let inNamespace =
        geteuid() == 0 ? ["unshare", "--mount"] : ["unshare", "--map-root-user", "--mount"]
    /// Whether that works here.
    static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = inNamespace + ["mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
