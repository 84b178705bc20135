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
            return { $0.knob?.axis = axis }
        case "knobSize":
            let size = value.finite
            return { $0.knob?.size = size }
        case "isContinuous": return changing(value.boolean) { $0.knob?.isContinuous = $1 }
        case "step":
            let step = value.finite
            return { $0.knob?.step = step }
        case "trackTap": return changing(value.boolean) { $0.knob?.tracksTap = $1 }
        case "isOn": return changing(value.boolean) { $0.knob?.isOn = $1 }
        case "minimumValue": return changing(value.finite) { region, least in region.knob?.setLimits { (least, max(least, $0.maximumValue)) } }
        case "maximumValue": return changing(value.finite) { region, most in region.knob?.setLimits { (min(most, $0.minimumValue), most) } }
        case "value": return changing(value.finite) { $0.knob?.setValue($1) }
        default: return nil
        }
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
