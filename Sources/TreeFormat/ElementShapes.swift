import TouchCore
import Vocabulary

/// The shape of what people hear of a region.
enum ElementShapes {
    static let accessibility = Shape(
        "accessibility", unnamed: "the accessibility of a region",
        "What people hear of a region, and its part in the order of the focus.", shortFor: "label",
        keys: [
            Key("label", .string(.spokenText), "A short text that names the region. Default: none."),
            Key("hint", .string(.spokenText), "A text that says what an activation does. Default: none."),
            Key("value", .string(.spokenText), "The value as a text. Default: that of a slider or a switch."),
            Key("language", .string(.language), "The language of the texts, as a BCP 47 tag. Default: that of the region around it."),
            Key(
                "role", .word(AccessibilitySpec.Role.allCases.map(\.rawValue)),
                "What the region is for people. Default: by kind; button for a button or control, adjustable for a slider, switch, text for a "
                    + "label, image for an imageView, list for a scrollView, otherwise none."),
            Key("element", .boolean, "Whether the focus can be on the region. Default: true for an enabled control and for a region with a label."),
            Key("hidden", .boolean, "true: the focus can be neither on the region nor on anything in it. Default: false."),
            Key("modal", .boolean, "true: while the region is shown, the focus stays in it. Default: false."),
            Key("elements", TreeShapes.ids, "Regions in this one that come first in the order of the focus. Default: the order of the file."),
            Key(
                "activationPoint", .vector([Component("x"), Component("y")]),
                "Where an activation touches, from the region's top left. Default: the middle, or else the first of 5 × 5 points that hits it."),
            Key("direct", .boolean, "true: a finger that explores reaches the region as an ordinary touch. Default: false."),
            Key("private", .boolean, "true: the texts are spoken by headset only. Default: false."),
        ])
}
