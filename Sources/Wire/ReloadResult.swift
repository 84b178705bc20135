/// The result of reading the configuration again.
public struct ReloadResult: Sendable {
    /// Whether it is in force; otherwise it is refused as a whole, and the old one stays.
    public var isDone: Bool
    /// Errors and warnings, as `file:line:column: error: …`.
    public var diagnostics: [String]

    public init(isDone: Bool, diagnostics: [String]) {
        self.isDone = isDone
        self.diagnostics = diagnostics
    }
}

extension ServerMessages {
    /// The answer to `reload`.
    public static func reply(to request: JSONValue?, _ result: ReloadResult, generation: Int) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(result.isDone)
            $0.key("generation")
            $0.integer(generation)
            if !result.isDone {
                $0.key("error")
                $0.beginObject()
                $0.key("code")
                $0.string(RequestError.Code.refused.rawValue)
                $0.key("message")
                $0.string("the configuration is refused, and the old one stays: \(result.diagnostics.first ?? "")")
                $0.key("hint")
                $0.string(RequestError.Code.refused.hint)
                $0.endObject()
            }
            $0.key("diagnostics")
            $0.beginArray()
            for diagnostic in result.diagnostics { $0.string(diagnostic) }
            $0.endArray()
        }
    }
}
