import StrictYAML
import TouchCore
import Vocabulary

/// Decoding of the knobs of sliders and switches.
enum KnobDecoding {
    /// Returns a change of the knob, like `RegionDecoder.change`. A minimum above the maximum also raises the maximum, and a maximum below the
    /// minimum lowers the minimum. The value stays between them (UISlider).
    static func change(_ property: String, _ value: YAMLNode) -> Change<RegionSpec>? {
        switch property {
        case "axis":
            let axis = value.string.flatMap(KnobSpec.Axis.init)
            return changingKnob { $0.axis = axis }
        case "knobSize":
            let size = value.finite
            return changingKnob { $0.size = size }
        case "isContinuous": return changingKnob(value.boolean) { $0.isContinuous = $1 }
        case "step":
            let step = value.finite
            return changingKnob { $0.step = step }
        case "trackTap": return changingKnob(value.boolean) { $0.tracksTap = $1 }
        case "isOn": return changingKnob(value.boolean) { $0.isOn = $1 }
        case "minimumValue": return changingKnob(value.finite) { knob, least in knob.setLimits { (least, max(least, $0.maximumValue)) } }
        case "maximumValue": return changingKnob(value.finite) { knob, most in knob.setLimits { (min(most, $0.minimumValue), most) } }
        case "value": return changingKnob(value.finite) { $0.setValue($1) }
        default: return nil
        }
    }

    /// Returns a change of a region's knob that does nothing to regions without one.
    ///
    /// The knob is read and written as a whole. Swift 6.2.3, if built with assertions, stops at a closure that captures a number or a boolean and
    /// begins with a change in place of another module's wrapped property, such as `{ $0.knob?.axis = axis }`.
    private static func changingKnob(_ body: @escaping Change<KnobSpec>) -> Change<RegionSpec> {
        return { region in
            guard var knob = region.knob else { return }
            body(&knob)
            region.knob = knob
        }
    }

    private static func changingKnob<Value: Sendable>(
        _ value: Value?, _ body: @escaping @Sendable (inout KnobSpec, Value) -> Void
    ) -> Change<RegionSpec>? {
        changing(value, body).map { changingKnob($0) }
    }

    /// Logs limits of a slider that contradict each other, and a value outside them.
    static func check(_ node: YAMLNode, _ region: RegionSpec, _ log: DiagnosticLog) {
        let defaults = KnobSpec()
        let least = node.number("minimumValue") ?? defaults.minimumValue
        let most = node.number("maximumValue") ?? defaults.maximumValue
        let name = quoted(region.id)
        if least > most {
            let mark = (node["minimumValue"] ?? node["maximumValue"] ?? node).mark
            log.error(mark, "\"minimumValue\" of region \(name), \(shortest(least)), is more than its \"maximumValue\", \(shortest(most))")
        } else if let value = node.number("value"), !(least...most).contains(value) {
            log.error(
                node["value"]!.mark,
                "\"value\" of region \(name) is not between its \"minimumValue\", \(shortest(least)), and its \"maximumValue\", \(shortest(most))")
        }
    }
}

extension KnobSpec {
    fileprivate mutating func setLimits(_ limits: (KnobSpec) -> (Double, Double)) {
        (minimumValue, maximumValue) = limits(self)
        setValue(value)
    }

    fileprivate mutating func setValue(_ wanted: Double) { value = max(minimumValue, min(wanted, maximumValue)) }
}
