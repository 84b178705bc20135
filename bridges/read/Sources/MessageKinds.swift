import Logging

// The messages of touchd-read. docs/messages.md has their causes and remedies.
extension MessageKind {
    static let readStarts = MessageKind("2df9703f11f148d6ba25a7bcee6f94a1", .info, "reading applications for the accessible glass")
    static let readConnected = MessageKind("8e22da316c3142c398dffcb0e848a710", .info, "connected to …")
    static let readUnreachable = MessageKind("412c13f9b94344218ac96235e97fe0ef", .warning, "no connection to touchd: …; trying again", .reason)
    static let readUnusable = MessageKind("88c4781d59814ad0b3f1471865c8f06c", .error, "touchd-read cannot answer touchd: …", .reason)
    static let accessibilityBusConnected = MessageKind("6ae3449aff0b4003ae86f75c13536fe1", .info, "connected to the accessibility bus")
    static let accessibilityBusLost = MessageKind(
        "b251627e54f24d37bcc0bb68be71744e", .warning, "no connection to the accessibility bus: …; trying again", .reason)
    static let applicationSlow = MessageKind(
        "f97ba646a33447e18e204f6a5b8a34f6", .warning, "application … does not answer in time; it is left alone for a while", .peer)
    static let applicationWrong = MessageKind(
        "1b7f8ea292174595bafbe854b25a8f53", .warning, "application … gives an answer that cannot be: …", .peer, .reason)
    static let readWrongArguments = MessageKind("9e429a419b19474fa077622324c64f35", .error, "wrong arguments (see touchd-read --help): …")
}
