import TouchCore
import Vocabulary

/// Sliders and switches: their knob.
extension RegionDecoder {
    /// Gives a knob those properties that a node has. A minimum above the maximum takes the maximum along, and the other way
    /// round, and the value stays between them (UISlider).
    func setProperties(_ node: YAMLNode, of knob: inout KnobSpec) {
        if let axis = node["axis"] { knob.axis = axis.string.flatMap(KnobSpec.Axis.init) }
        if node["knobSize"] != nil { knob.size = node.number("knobSize") }
        knob.isContinuous = node.boolean("isContinuous") ?? knob.isContinuous
        if let least = node.number("minimumValue") { (knob.minimumValue, knob.maximumValue) = (least, max(least, knob.maximumValue)) }
        if let most = node.number("maximumValue") { (knob.minimumValue, knob.maximumValue) = (min(most, knob.minimumValue), most) }
        let value = node.number("value") ?? knob.value
        knob.value = max(knob.minimumValue, min(value, knob.maximumValue))
        if let isOn = node.boolean("isOn") { knob.isOn = isOn }
    }

    /// What a slider that is written down cannot mean.
    func checkKnob(_ node: YAMLNode, _ region: RegionSpec) {
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
