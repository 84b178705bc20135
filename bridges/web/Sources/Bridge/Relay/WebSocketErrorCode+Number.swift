import NIOWebSocket

extension WebSocketErrorCode {
    /// 1013 of IANA's registry: the server runs, but touchd is not available.
    static let tryAgainLater = WebSocketErrorCode(codeNumber: 1013)

    var number: UInt16 { UInt16(webSocketErrorCode: self) }
}
