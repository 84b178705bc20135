import StrictYAML
import TouchCore

extension TouchRules {
    /// Reads the rules for touches of a surface or a profile. Values that the shape has refused count as absent.
    package init(_ node: YAMLNode) {
        self.init()
        maximum = node.number("maximum").map { Int(clamping: min(max($0, 1), 1e6)) }
        longPress = node["longPress"].flatMap(LongPressRule.init)
        ignoreRepeat = node.microseconds("ignoreRepeat")
        isDoubleTapOne = node.string("doubleTap") == "one"
        steady = node.number("steady")
        snap = node.number("snap")
    }
}

extension LongPressRule {
    fileprivate init?(_ node: YAMLNode) {
        guard let after = node.microseconds("after"), let action = node.string("as").flatMap(Action.init) else { return nil }
        self.init(after: after, action: action)
    }
}
