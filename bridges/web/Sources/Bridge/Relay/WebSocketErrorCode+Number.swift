import NIOWebSocket

extension WebSocketErrorCode {
    /// 1013 of IANA's registry: the server is there, what it needs is not.
    static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)

    var number: UInt16 { UInt16(webSocketErrorCode: self) }
}
