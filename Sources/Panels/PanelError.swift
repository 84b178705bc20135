import Glibc

/// Why a panel could not be opened or read.
public struct PanelError: Error, CustomStringConvertible {
    public let node: String
    public let message: String

    init(_ node: String, _ message: String) {
        self.node = node
        self.message = message
    }

    init(_ node: String, _ what: String, errno code: Int32) {
        let hint = code == EACCES ? "; the user who runs this must be in the group input" : ""
        self.init(node, "\(what): \(String(cString: strerror(code)))\(hint)")
    }

    public var description: String { "\(node): \(message)" }
}
