import TouchCore
import Vocabulary

extension TreeShapes {
    /// The kinds that a region below the top can have.
    package static let kinds = ["view", "imageView", "label", "control", "button", "slider", "switch", "scrollView", "surface"]

    package static let window = Shape(
        "window", "The top of a region tree.", discriminator: ("kind", "window"), forms: geometryForms,
        keys: [
            Key(
                "kind", .word(["window", "view", "surface"]), fixed: true,
                hints: Dictionary(
                    uniqueKeysWithValues: kinds.dropFirst().dropLast().map {
                        ($0, "put the \($0) among the window's \"children\"")
                    }),
                "A member of \"windows\" is a window; a surface stands for the applications below. Default: window.")
        ] + regionKeys.filter { $0.onlyFor == nil } + [
            Key("level", .number(.any), "Higher levels are in front. Default: 0."),
            Key(
                "intercept", .list(.object(.intercept), isEmptyAllowed: true), fixed: true,
                "Who sees touches before they are delivered, in the order in which they are asked."),
            controllers,
        ])

    package static let region = Shape(
        "region", "A node of the region tree.", discriminator: ("kind", "view"), forms: geometryForms,
        misplaced: ["level": "windows", "intercept": "windows", "controllers": "screens and windows"],
        keys: [
            Key(
                "kind", .word(kinds), fixed: true,
                hints: kindHints,
                "imageView and label take no touches unless userInteractionEnabled says so; a surface gives its touches to the applications "
                    + "below. Default: view.")
        ] + regionKeys)

    /// Hints for names of kinds in other toolkits.
    private static let kindHints: [String: String] = {
        let words = [
            "scrollView": ["list", "table", "scroll", "scroller"], "view": ["container", "group", "box", "panel"], "label": ["text"],
            "imageView": ["image", "picture"], "switch": ["toggle", "checkbox"], "slider": ["range"],
        ]
        var hints = ["window": "windows stand directly in a screen's \"windows\""]
        for (kind, others) in words { for other in others { hints[other] = "write kind: \(kind)" } }
        return hints
    }()

    /// The forms of geometry. A frame is enough for an untransformed region; other regions need the long form.
    private static let geometryForms = [
        Form(requires: ["frame"], forbids: ["center", "transform"]),
        Form(requires: ["center", "bounds"], forbids: ["frame"]),
    ]

    private static let rectangle = ValueType.vector([
        Component("x"), Component("y"), Component("width", .notNegative), Component("height", .notNegative),
    ])
    static let ids = ValueType.list(.string(.identifier), isEmptyAllowed: true)

    /// The range of zoom scales. It is limited so that a point keeps enough digits.
    private static let zoomScale = ValueType.number(NumberRange(minimum: 0.001, maximum: 1000))

    private static let regionKeys = ownKeys + scrollKeys + partKeys

    private static let ownKeys = [
        Key(
            "id", .string(.identifier), required: true, fixed: true, "Unique in the whole file; one component of the region's path."),
        Key("frame", rectangle, "[x, y, width, height] in the parent's coordinates, in points."),
        Key("center", .vector([Component("x"), Component("y")]), "The middle of bounds in the parent's coordinates."),
        Key(
            "bounds", rectangle,
            "The region's own coordinates. Beside a frame it gives the origin only: its size must be the frame's. "
                + "Default: [0, 0, frame's width, frame's height]."),
        Key(
            "transform", .vector(["a", "b", "c", "d", "tx", "ty"].map { Component($0) }),
            "About the centre: x' = a·x + c·y + tx, y' = b·x + d·y + ty. Default: [1, 0, 0, 1, 0, 0]."),
        Key("hidden", .boolean, "Neither the region nor its children are hit. Default: false."),
        Key(
            "alpha", .number(NumberRange(minimum: 0, maximum: 1)),
            "Up to 0.01 counts as hidden. Default: 1."),
        Key(
            "userInteractionEnabled", .boolean,
            "false: neither the region nor its children are hit. Default: true, but false for imageView and label."),
        Key(
            "clipsToBounds", .boolean,
            "Children of an overflow region are hit only inside it. Default: false, but true for scrollView."),
        Key("multipleTouchEnabled", .boolean, "Take a second finger while the first is down. Default: false."),
        Key("exclusiveTouch", .boolean, "Block other regions' touches while this one has one. Default: false."),
        Key("enabled", .boolean, "A disabled control is hit, and does nothing. Default: true."),
        Key(
            "hitInsets", .vector(["top", "left", "bottom", "right"].map { Component($0) }),
            "Moves the edges of the touchable area inwards, in points; negative enlarges. Default: [0, 0, 0, 0]."),
        Key("hitTest", .object(.hitTest), clearable: true, "How the region answers the hit test instead of the usual way."),
        Key(
            "shape", .object(.regionShape), clearable: true, "What of the touchable area takes touches. Default: all of it."),
        Key(
            "responds", .word(["consume", "forward", "none"]),
            "Keeps touches, keeps them and passes them on, or does not handle them. Default: consume."),
        Key(
            "sensitive", .boolean, fixed: true,
            "Coordinates of touches in the region, and what they do in it, are for the client that has claimed it alone; so is "
                + "all in it. Default: false."),
        Key("controller", .string(.identifier), fixed: true, "The id of the view controller whose root view this is."),
        Key("behaviour", .word(["dragSelf"]), clearable: true, "dragSelf: the region follows the finger."),
        Key(
            "watchesOutside", .boolean,
            "Tell the region of touches that begin on a region behind it. Default: false."),
        Key(
            "undecidedFor", .number(.positive), clearable: true,
            "Seconds for which touches are withheld while an interceptor that may steal them decides. Default: none."),
        Key(
            "fallback", .string(.identifier), clearable: true,
            "The id of the region that takes this one's touches while no client has claimed it. Default: none."),
        Key(
            "trackingSlop", .number(.notNegative), onlyFor: ["control", "button", "slider", "switch"], clearable: true,
            "Points that a finger may leave it while it is tracked and count as inside. Default: 70."),
        Key("value", .number(knobRange), onlyFor: ["slider"], "Default: 0, or the minimum or maximum that is nearest."),
        Key("minimumValue", .number(knobRange), onlyFor: ["slider"], "The value at the left or lower end. Default: 0."),
        Key("maximumValue", .number(knobRange), onlyFor: ["slider"], "The value at the right or upper end. Default: 1."),
        Key(
            "isContinuous", .boolean, onlyFor: ["slider"],
            "Tell of every value while the finger moves; false: of the last. Default: true."),
        Key(
            "step", .number(.positive), onlyFor: ["slider"], clearable: true,
            "How far apart the values are that a finger sets, from the minimum on; the maximum is one of them. Default: any value."),
        Key("trackTap", .boolean, onlyFor: ["slider"], "A tap beside the knob moves the knob there. Default: false."),
        Key("isOn", .boolean, onlyFor: ["switch"], "Default: false."),
        Key(
            "axis", .word(KnobSpec.Axis.allCases.map(\.rawValue)), onlyFor: ["slider", "switch"], clearable: true,
            "The way the knob goes. Default: along the longer side."),
        Key(
            "knobSize", .number(.positive), onlyFor: ["slider", "switch"], clearable: true,
            "The knob's side in points. Default: the shorter side."),
        Key(
            "contentSize", .vector([Component("width", .notNegative), Component("height", .notNegative)]),
            onlyFor: ["scrollView"], "Width and height of what scrolls, in points."),
        Key(
            "contentInset", .vector(["top", "left", "bottom", "right"].map { Component($0) }), onlyFor: ["scrollView"],
            "How much farther than to its edges the content scrolls, in points. Default: [0, 0, 0, 0]."),
        Key("scrollEnabled", .boolean, onlyFor: ["scrollView"], "Default: true."),
        Key(
            "pagingEnabled", .boolean, onlyFor: ["scrollView"],
            "Come to rest at multiples of the region's size. Default: false."),
        Key(
            "directionalLockEnabled", .boolean, onlyFor: ["scrollView"],
            "A drag that begins along one axis does not scroll along the other. Default: false."),
        Key(
            "decelerationRate", .wordOrNumber(["normal", "fast"], NumberRange(exclusiveMinimum: 0, maximum: 0.9999)),
            onlyFor: ["scrollView"],
            "What is left of the velocity after a millisecond: normal is 0.998, fast is 0.99. Default: normal."),
        Key(
            "bounces", .boolean, onlyFor: ["scrollView"],
            "Fingers pull the content beyond its edges, and it bounces back. Default: false."),
        Key(
            "alwaysBounceHorizontal", .boolean, onlyFor: ["scrollView"],
            "With bounces: also when the content is no wider than the region. Default: false."),
        Key(
            "alwaysBounceVertical", .boolean, onlyFor: ["scrollView"],
            "With bounces: also when the content is no higher than the region. Default: false."),
        Key(
            "minimumZoomScale", zoomScale, onlyFor: ["scrollView"], "How small two fingers make the content. Default: 1."),
        Key(
            "maximumZoomScale", zoomScale, onlyFor: ["scrollView"],
            "How large two fingers make the content; not less than minimumZoomScale. Default: 1."),
        Key(
            "zoomScale", zoomScale, onlyFor: ["scrollView"],
            "How much larger than it is the content is shown, from minimumZoomScale to maximumZoomScale. Default: 1."),
        Key(
            "bouncesZoom", .boolean, onlyFor: ["scrollView"],
            "Fingers zoom beyond the limits, and the content bounces back. Default: false."),
        Key(
            "delaysContentTouches", .boolean, onlyFor: ["scrollView"],
            "Wait whether the finger scrolls before the content gets it. Default: true."),
        Key(
            "canCancelContentTouches", .boolean, onlyFor: ["scrollView"],
            "Scrolling may take a touch back from the content. Default: true."),
    ]

    private static let scrollKeys = ScrollSpec.ownProperties.map {
        Key($0.name, .number(.notNegative), onlyFor: ["scrollView"], clearable: true, $0.text)
    }

    private static let partKeys = [
        Key(
            "touchesShouldCancelNo", ids, onlyFor: ["scrollView"],
            "Regions whose touches scrolling may not take back."),
        Key(
            "touchesShouldCancelYes", ids, onlyFor: ["scrollView"],
            "Regions, such as controls, whose touches scrolling may take back."),
        Key(
            "touchesShouldBeginNo", ids, onlyFor: ["scrollView"],
            "Regions that get no touches inside this scrollView."),
        Key(
            "gestures", .list(.object(.gesture), isEmptyAllowed: true), fixed: true,
            "The region's gesture recognizers, in the order of adding."),
        Key("children", .list(.object(.region), isEmptyAllowed: true), fixed: true, "The regions inside this one, back to front."),
    ]

    /// The fields set by keys that do nothing else. Other keys have decoders.
    package static let places: [String: RegionPlace] = [
        "hidden": .boolean(\.hidden), "alpha": .number(\.alpha), "userInteractionEnabled": .boolean(\.isUserInteractionEnabled),
        "clipsToBounds": .boolean(\.clipsToBounds), "multipleTouchEnabled": .boolean(\.isMultipleTouchEnabled),
        "exclusiveTouch": .boolean(\.isExclusiveTouch), "enabled": .boolean(\.isEnabled), "level": .number(\.level),
        "hitInsets": .insets(\.hitInsets), "watchesOutside": .boolean(\.watchesOutside), "undecidedFor": .seconds(\.undecidedFor),
        "trackingSlop": .optionalNumber(\.trackingSlop), "responds": .word { $0.responds = $1.flatMap(Responds.init) ?? .consume },
        "behaviour": .word { $0.behaviour = $1.flatMap(Behaviour.init) },
    ]

    /// The range of a slider's values. It is limited so that the difference of two values is finite.
    private static let knobRange = NumberRange(minimum: -1e12, maximum: 1e12)

    static let hitTest = Shape(
        "hit test", "A declarative override of the hit test.", discriminator: ("kind", nil),
        keys: [
            Key(
                "kind", .word(["passThrough", "ignore", "absorb", "redirect", "overflow", "translucent"]), required: true,
                "passThrough: children only. ignore: nobody here. absorb: itself for all its children. "
                    + "redirect: another region. overflow: children are hit outside the region too. "
                    + "translucent: children, else itself and what is behind it."),
            Key(
                "to", .string(.identifier), required: true, onlyFor: ["redirect"],
                "The id of the region that is hit instead."),
            Key(
                "when", .word(["always"]), onlyFor: ["redirect"],
                "always: wherever the point is; to the region itself: its children first. Default: when the point is inside the region."),
        ])

    static let intercept = Shape(
        "interceptor", unnamed: "an interceptor",
        "An interceptor of a window's touches; its verdict is taken at began and kept.",
        keys: [
            Key("id", .string(.identifier), required: true, "The interceptor's name."),
            Key("insideOf", .string(.identifier), required: true, "The id of the region whose touches are meant."),
            Key(
                "verdict", .word(["observe", "consume", "redirect"]), required: true,
                "observe: it sees the touches as well. consume: it and deliverTo get them, nobody else. "
                    + "redirect: they are deliverTo's, as if that had been hit."),
            Key(
                "deliverTo", .string(.identifier),
                "The id of the region that gets consumed or redirected touches; it may lie anywhere on the screen."),
            Key(
                "maySteal", .boolean,
                "A client that claims the interceptor may take over the touches it observes. Default: false."),
        ])

    static let regionShape = Shape(
        "shape", "The part of a region's touchable area that takes touches.", discriminator: ("kind", nil),
        keys: [
            Key(
                "kind", .word(["ellipse", "roundedRectangle", "polygon"]), required: true,
                "ellipse: the one that touches all four sides."),
            Key("radius", .number(.notNegative), required: true, onlyFor: ["roundedRectangle"], "Of the corners, in points."),
            Key(
                "points", .list(.vector([Component("x"), Component("y")]), isEmptyAllowed: false), required: true,
                onlyFor: ["polygon"], "The corners, at least three, in the region's own coordinates."),
        ])
}
