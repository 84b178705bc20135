/// The reason why the daemon cannot start, and its exit status from sysexits.h.
public struct StartFailure: Error {
    public let message: String
    public let status: Int32

    public init(message: String, status: Int32) {
        self.message = message
        self.status = status
    }

    public static let noInput: Int32 = 66
    public static let unavailable: Int32 = 69
    /// A resource of the system is exhausted.
    public static let system: Int32 = 71
    public static let permission: Int32 = 77
    public static let configuration: Int32 = 78
}
