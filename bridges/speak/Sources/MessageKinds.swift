import Logging

// The messages of touchd-speak. docs/messages.md has their causes and remedies.
extension MessageKind {
    static let speakStarts = MessageKind("e8e4dda0c05940e1b50d71762a7c1746", .info, "speaking through …", .peer)
    static let speechConnected = MessageKind("1287ffc660b440109917e8e02d53bd3e", .info, "connected to speech-dispatcher at …", .peer)
    static let speechLost = MessageKind(
        "4d9de0a6137b4c28a324b134eca43827", .warning, "no connection to speech-dispatcher at …: …; trying again", .peer, .reason)
    static let speechRefuses = MessageKind("028af3f823e24b2ebcffe4bf11f6f14e", .warning, "speech-dispatcher refuses …: …", .command, .reason)
    static let speakConnected = MessageKind("46f4549bc3ce4f9494f482de28992003", .info, "connected to …")
    static let speakUnreachable = MessageKind("6c5cac388b4b40c29f0cb66df71816f4", .warning, "no connection to touchd: …; trying again", .reason)
    static let speakUnusable = MessageKind("b13aca8aa58e44fb8a5281ed686850c3", .error, "touchd-speak hears nothing from touchd: …", .reason)
    static let speakWrongArguments = MessageKind("298a1579ce8a4c2b9e03d9353fc3604e", .error, "wrong arguments (see touchd-speak --help): …")
}
