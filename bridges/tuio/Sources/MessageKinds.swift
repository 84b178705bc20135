import Logging

// The messages of touchd-tuio. docs/messages.md has their causes and remedies.
extension MessageKind {
    static let outputBegins = MessageKind("8c12d1aa01d841cc9dedf940ba9b4e68", .info, "…: sending to …", .screen, .region, .peer)
    static let touchdConnected = MessageKind("0654f1566c1d4451900281048c6072c4", .info, "…: connected to …", .screen, .region)
    static let touchdLost = MessageKind(
        "73f220ef6fd64ac0b92c2b891560a868", .warning, "…: the connection to touchd is lost: …", .screen, .region, .reason)
    static let touchdUnreachable = MessageKind("629242ae8c104d5285625e66fdfdb36d", .warning, "…: …; trying again", .screen, .region, .reason)
    static let touchdUnusable = MessageKind("bd77b5c90feb45a283d6616997c6f88f", .error, "…: cannot use touchd: …", .screen, .region, .reason)
    static let touchdRefuses = MessageKind("50bb391ea4e54a66a4bf6389531a1aa3", .error, "…: touchd refuses: …", .screen, .region, .reason)
    static let screenMissing = MessageKind(
        "050c0ebac56544318fdf0bf528c1eef3", .error, "…: no such screen; touchd has …", .screen, .region, .reason)
    static let regionMissing = MessageKind(
        "713c02e6203d4304bb7aa75ce18421be", .error, "…: no such region, or this user may not receive its touches", .screen, .region, .reason)
    static let lagged = MessageKind(
        "18c6db1bd2d4488793c936daff2e2b8a", .warning, "…: touchd-tuio read too slowly; touchd cancelled its touches", .screen, .region)
    static let notSent = MessageKind("18e9e66a1c3a4ab49b8045b8879dc9f9", .warning, "…: cannot send to …: …", .screen, .region, .peer, .reason)
    static let noSocket = MessageKind("f6650ba87f314e62bbd49bfe68eee4b3", .error, "…: cannot create a socket for …: …")
    static let noDescriptor = MessageKind("0797887e39e142568ddf733470f5f79f", .error, "cannot create descriptors for signals and timers: …")
    static let wrongArguments = MessageKind("03b64339429b491aae708e4b7452790a", .error, "wrong arguments (see touchd-tuio --help): …")
}
