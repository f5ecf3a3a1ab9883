// Which version this is.

import Wire

enum Version {
    static var text: String { WireVersion.program }
}
