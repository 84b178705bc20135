/// Why the daemon cannot start, and with which of sysexits.h's statuses it ends.
struct StartFailure: Error {
    let message: String
    let status: Int32

    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    /// The system has no more of something.
    static let system: Int32 = 71
    static let permission: Int32 = 77
    static let configuration: Int32 = 78
}
