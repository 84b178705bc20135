extension WireShapes {
    /// What a server of this version can do beyond saying hello, and what a client may ask for in its `want`: in the order in
    /// which `hello` lists them.
    package static let capabilities: [(name: String, meaning: String)] = [
        ("observe", "`observe` in a subscription"), ("axes", "`axes` in a subscription"),
        ("unsubscribe", "`unsubscribe`"), ("maxRate", "`maxRate` in a subscription"), ("coalesced", "`coalesced` in a subscription"),
        ("devices", "`devices`"), ("ping", "`ping`"), ("sync", "`sync`"), ("claim", "`claim`, `release`, `ack`"),
        ("steal", "`steal`, `letGo`"), ("edit", "`edit`"), ("trace", "`trace`"), ("hit", "`hit`"),
        ("gesture", "events of gestures"), ("control", "events of controls"), ("scroll", "events of scroll views"),
        ("status", "`status`"), ("clients", "`clients`"), ("question", "`question`, `answer`"), ("reload", "`reload`"),
        ("record", "`record`"), ("inject", "`inject`"),
    ]
}
