import Logging

/// The bridge's messages in the log. `docs/messages.md` has their causes and remedies.
extension MessageKind {
    // MARK: Start and end

    static let listening = MessageKind("166a9333330f3ba04b9de58d905972ac", .info, "listening on …")
    static let portNotHeld = MessageKind(
        "07909309939a49909f7ae8def1f6e2ee", .warning, "… of \"listen\" is not in the socket unit, so another user can take the port first")
    static let portTaken = MessageKind(
        "a05b7ba93cc7423796f5f639301d798b", .warning, "cannot listen on …: …; the bridge continues without it")
    static let startFailed = MessageKind("d8e8e2c4efcc5d6648b3a00bea98e566", .error, "…")
    static let wrongArguments = MessageKind("a8710e652374f34ca73e04b088bba6bf", .error, "wrong arguments (see touchd-web --help): …")

    // MARK: Settings

    static let settingsInForce = MessageKind("99eec72a68f9ca2885f44ac603aec588", .info, "reloaded …", .file)
    static let settingsFault = MessageKind("5cb599cefeb24f2b9fcd36105e03341d", .error, "…: …", .file)
    static let settingsRefused = MessageKind("404033a1b291dfbb4396bb720e8152c1", .error, "the old settings stay in force", .file)

    static let pagesMissing = MessageKind("5c4b00346d864a709459239d246cf597", .warning, "there is no …", .file)

    // MARK: Connections

    static let refused = MessageKind("78605d433ce734591f45295991012846", .warning, "…: refused with …: …", .peer, .reason)
    static let violation = MessageKind("fdbf12e52065ff0bf4b4b87e11bb1eca", .warning, "…: closed with …: …", .peer, .token, .reason)
    static let unreachable = MessageKind("e6c1215d889b69928c352d2fc38a03ff", .warning, "…: …: …", .peer, .token, .file, .reason)
    static let refusedByTouchd = MessageKind("5c14e8652bc6f694861d9fcf5d8ad80f", .warning, "…: touchd refuses: …", .peer, .token, .reason)
    static let silent = MessageKind("659beb0054b4c5437332ce622d560428", .warning, "…: closed: no pong within … s", .peer, .token)
    static let tooManyConnections = MessageKind("7d046fa7e1173aab5b993e6979b10088", .warning, "…: closed: too many connections", .peer)
    static let madeRoom = MessageKind(
        "0b0fefbef323d2b39f586acf20195992", .warning, "…: closed: too many connections, and this one has shown no token", .peer)
    static let longHead = MessageKind(
        "2b3c6c0dccc9631f0ce9f9c9bf17e466", .warning, "…: refused: the head of the request has more than … bytes", .peer)

    // MARK: Tools

    static let toolFailed = MessageKind("f860c6583bd957440d5849e14440e6b9", .warning, "…: …", .command, .reason)
}
