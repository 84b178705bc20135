import TouchCore
import Vocabulary

extension TreeShapes {
    /// The kinds that a region below the top can have.
    package static let kinds = ["view", "imageView", "label", "control", "button", "slider", "switch", "scrollView", "surface"]

    package static let window = Shape(
        "window", "The top of a region tree.", discriminator: ("kind", "window"), forms: geometryForms, advice: advice,
        keys: [
            Key(
                "kind", .word(["window", "view", "surface"]), fixed: true,
                hints: Dictionary(
                    uniqueKeysWithValues: kinds.dropFirst().dropLast().map {
                        ($0, "put the \($0) among the window's \"children\"")
                    }),
                "window and view are the same; a surface stands for the applications below. Default: window.")
        ] + regionKeys.filter { $0.onlyFor == nil || $0.onlyFor == ["surface"] } + [
            Key("level", .number(.any), "Higher levels are in front. Default: 0."),
            Key(
                "intercept", .list(.object(.intercept), isEmptyAllowed: true), fixed: true,
                "Interceptors, which see touches before they are delivered, in the order in which they are asked."),
            controllers,
        ])

    package static let region = Shape(
        "region", "A node of the region tree.", discriminator: ("kind", "view"), forms: geometryForms,
        misplaced: ["level": "windows", "intercept": "windows", "controllers": "screens and windows"],
        advice: advice,
        keys: [
            Key(
                "kind", .word(kinds), fixed: true,
                hints: kindHints,
                "An imageView or a label takes no touches unless userInteractionEnabled is true. The touches on a surface go to the "
                    + "applications below. Default: view.")
        ] + regionKeys)

    /// Hints for keys of other formats.
    private static let advice: [String: String] = {
        let frame = "write frame: [x, y, width, height]"
        return [
            "parent": "put the region among the \"children\" of its parent", "x": frame, "y": frame, "width": frame, "height": frame, "size": frame,
            "position": frame, "type": "write kind: …", "visible": "write hidden: false, or hidden: true", "name": "a region has an \"id\"",
        ]
    }()

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
            "id", .string(.identifier), required: true, fixed: true, "Unique in the whole file. The region's path ends with it."),
        Key("frame", rectangle, "[x, y, width, height] in the parent's coordinates, in points."),
        Key("center", .vector([Component("x"), Component("y")]), "The middle of bounds in the parent's coordinates."),
        Key(
            "bounds", rectangle,
            "[x, y, width, height] of the region's own space. Beside a frame it can only change the origin: its size must be the frame's. "
                + "Default: [0, 0, frame's width, frame's height]."),
        Key(
            "transform", .vector(["a", "b", "c", "d", "tx", "ty"].map { Component($0) }),
            "About the centre: x' = a·x + c·y + tx, y' = b·x + d·y + ty. Default: [1, 0, 0, 1, 0, 0]."),
        Key("hidden", .boolean, "true: neither the region nor anything in it is hit. Default: false."),
        Key(
            "alpha", .number(NumberRange(minimum: 0, maximum: 1)),
            "Up to 0.01 counts as hidden. Default: 1."),
        Key(
            "userInteractionEnabled", .boolean,
            "false: neither the region nor anything in it is hit. Default: true, but false for imageView and label."),
        Key(
            "clipsToBounds", .boolean,
            "true: the children of an overflow region are hit only inside it. Default: false, but true for scrollView."),
        Key("multipleTouchEnabled", .boolean, "true: the region takes more than one finger at a time. Default: false."),
        Key(
            "exclusiveTouch", .boolean,
            "true: while the region has a touch, no other region of its window gets one, and vice versa. Default: false."),
        Key("enabled", .boolean, "false: the control is hit, but does nothing. Default: true."),
        Key(
            "hitInsets", .vector(["top", "left", "bottom", "right"].map { Component($0) }),
            "How far the edges of the touchable area move inwards, in points. Negative values enlarge it. Default: [0, 0, 0, 0]."),
        Key("hitTest", .object(.hitTest), clearable: true, "An override of the hit test. Default: the usual hit test."),
        Key(
            "shape", .object(.regionShape), clearable: true, "The part of the touchable area that takes touches. Default: all of it."),
        Key(
            "responds", .word(["consume", "forward", "none"]),
            "What the region does as a responder: it keeps touches (consume), keeps them and passes them on (forward), or does not handle "
                + "them (none). Default: consume."),
        Key(
            "sensitive", .boolean, fixed: true,
            "true: only the client that has claimed the region gets the coordinates of touches in it and their effects. Applies to "
                + "everything in the region. Default: false."),
        Key(
            "spared", .list(.word(SparedRules.words.map { $0.word }), isEmptyAllowed: true), fixed: true,
            "Rules of the glass that do not hold for touches in the region: the modes locked and cleaning, and the delay by gestures of the "
                + "kiosk. Applies to everything in the region. Default: none."),
        Key("controller", .string(.identifier), fixed: true, "The id of the view controller whose root view this is."),
        Key("behaviour", .word(["dragSelf"]), clearable: true, "dragSelf: the region follows the finger."),
        Key(
            "watchesOutside", .boolean,
            "true: the region gets an outside event when a first finger begins on a region behind it. Default: false."),
        Key(
            "undecidedFor", .number(.positive), clearable: true,
            "Seconds for which touches are delayed while an interceptor that may steal them decides. Default: none."),
        Key(
            "fallback", .string(.identifier), clearable: true,
            "The id of the region that gets this one's touches while no client has claimed this one. Default: none."),
        Key(
            "accessibility", .object(.accessibility), clearable: true,
            "What people hear of the region, and its part in the order of the focus. Default: none."),
        Key(
            "touches", .object(.touchRules), onlyFor: ["surface"], clearable: true,
            "Rules for the fingers on the surface, before the applications get them. Default: none."),
        Key(
            "trackingSlop", .number(.notNegative), onlyFor: ["control", "button", "slider", "switch"], clearable: true,
            "How far outside the control, in points, a finger that it tracks still counts as inside. Default: 70."),
        Key(
            "keyCode", .string(.keyName), clearable: true,
            "The key that touchd types while a touch is down on the region, such as KEY_A. It must be in allow of the screen's keyboard. Default: none."
        ),
        Key("value", .number(knobRange), onlyFor: ["slider"], "The slider's value at the start. Default: 0, or the nearest value within the limits."),
        Key("minimumValue", .number(knobRange), onlyFor: ["slider"], "The value at the left or lower end. Default: 0."),
        Key("maximumValue", .number(knobRange), onlyFor: ["slider"], "The value at the right or upper end. Default: 1."),
        Key(
            "isContinuous", .boolean, onlyFor: ["slider"],
            "true: report every value while the finger moves; false: only the last one. Default: true."),
        Key(
            "step", .number(.positive), onlyFor: ["slider"], clearable: true,
            "The distance between the values that a finger can set, counted from the minimum; the maximum is always one of them. Default: "
                + "any value."),
        Key("trackTap", .boolean, onlyFor: ["slider"], "true: a tap beside the knob moves the knob there. Default: false."),
        Key("isOn", .boolean, onlyFor: ["switch"], "Default: false."),
        Key(
            "axis", .word(KnobSpec.Axis.allCases.map(\.rawValue)), onlyFor: ["slider", "switch"], clearable: true,
            "The direction in which the knob moves. Default: along the longer side."),
        Key(
            "knobSize", .number(.positive), onlyFor: ["slider", "switch"], clearable: true,
            "The knob's side in points. Default: the shorter side."),
        Key(
            "contentSize", .vector([Component("width", .notNegative), Component("height", .notNegative)]),
            onlyFor: ["scrollView"], "Width and height of the content, in points."),
        Key(
            "contentInset", .vector(["top", "left", "bottom", "right"].map { Component($0) }), onlyFor: ["scrollView"],
            "How far the content can scroll beyond its edges, in points. Default: [0, 0, 0, 0]."),
        Key("scrollEnabled", .boolean, onlyFor: ["scrollView"], "Default: true."),
        Key(
            "pagingEnabled", .boolean, onlyFor: ["scrollView"],
            "true: scrolling comes to rest at multiples of the region's size. Default: false."),
        Key(
            "directionalLockEnabled", .boolean, onlyFor: ["scrollView"],
            "true: a drag that begins along one axis does not scroll along the other. Default: false."),
        Key(
            "decelerationRate", .wordOrNumber(["normal", "fast"], NumberRange(exclusiveMinimum: 0, maximum: 0.9999)),
            onlyFor: ["scrollView"],
            "The part of the velocity that remains after each millisecond: normal is 0.998, fast is 0.99. Default: normal."),
        Key(
            "bounces", .boolean, onlyFor: ["scrollView"],
            "true: fingers can pull the content beyond its edges, and it bounces back. Default: false."),
        Key(
            "alwaysBounceHorizontal", .boolean, onlyFor: ["scrollView"],
            "With bounces: bounce also if the content is no wider than the region. Default: false."),
        Key(
            "alwaysBounceVertical", .boolean, onlyFor: ["scrollView"],
            "With bounces: bounce also if the content is no higher than the region. Default: false."),
        Key(
            "minimumZoomScale", zoomScale, onlyFor: ["scrollView"], "The smallest scale that two fingers can give the content. Default: 1."),
        Key(
            "maximumZoomScale", zoomScale, onlyFor: ["scrollView"],
            "The largest scale that two fingers can give the content; not less than minimumZoomScale. Default: 1."),
        Key(
            "zoomScale", zoomScale, onlyFor: ["scrollView"],
            "The scale at which the content is shown, from minimumZoomScale to maximumZoomScale. Default: 1."),
        Key(
            "bouncesZoom", .boolean, onlyFor: ["scrollView"],
            "true: fingers can zoom beyond the limits, and the content bounces back. Default: false."),
        Key(
            "delaysContentTouches", .boolean, onlyFor: ["scrollView"],
            "true: the content gets a touch only when it is known that the finger does not scroll. Default: true."),
        Key(
            "canCancelContentTouches", .boolean, onlyFor: ["scrollView"],
            "true: scrolling may cancel a touch that the content has. Default: true."),
    ]

    private static let scrollKeys = ScrollSpec.ownProperties.map {
        Key($0.name, .number(.notNegative), onlyFor: ["scrollView"], clearable: true, $0.text)
    }

    private static let partKeys = [
        Key(
            "touchesShouldCancelNo", ids, onlyFor: ["scrollView"],
            "Regions whose touches scrolling may not cancel."),
        Key(
            "touchesShouldCancelYes", ids, onlyFor: ["scrollView"],
            "Regions, such as controls, whose touches scrolling may cancel."),
        Key(
            "touchesShouldBeginNo", ids, onlyFor: ["scrollView"],
            "Regions in the scroll view that get no touches."),
        Key(
            "gestures", .list(.object(.gesture), isEmptyAllowed: true), fixed: true,
            "The region's gesture recognizers, in the order in which they are added."),
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
                "passThrough: only the children are hit. ignore: nothing is hit, neither the region nor its children. absorb: the region "
                    + "is hit instead of its children. redirect: the region that \"to\" names is hit. overflow: children are also hit "
                    + "outside the region. translucent: a child is hit, or else the region and whatever is behind it."),
            Key(
                "to", .string(.identifier), required: true, onlyFor: ["redirect"],
                "The id of the region that is hit instead."),
            Key(
                "when", .word(["always"]), onlyFor: ["redirect"],
                "always: redirect wherever the point is; if the target is the region itself, its children come first. Default: redirect "
                    + "only if the point is inside the region."),
        ])

    static let intercept = Shape(
        "interceptor", unnamed: "an interceptor",
        "An interceptor of a window's touches. Its verdict applies from a touch's begin to its end.",
        keys: [
            Key("id", .string(.identifier), required: true, "The interceptor's name."),
            Key(
                "insideOf", .string(.identifier), required: true,
                "The id of a region. The interceptor sees touches that begin inside it, whichever region is hit there."),
            Key(
                "verdict", .word(["observe", "consume", "redirect"]), required: true,
                "observe: the interceptor sees the touch as well. consume: only it and deliverTo get the touch. redirect: the touch goes "
                    + "to deliverTo, as if that region had been hit."),
            Key(
                "deliverTo", .string(.identifier),
                "The id of the region that gets consumed or redirected touches. It may be anywhere on the screen."),
            Key(
                "maySteal", .boolean,
                "true: a client that claims the interceptor may steal touches that it observes. Default: false."),
        ])

    static let regionShape = Shape(
        "shape", "The part of a region's touchable area that takes touches.", discriminator: ("kind", nil),
        keys: [
            Key(
                "kind", .word(["ellipse", "roundedRectangle", "polygon"]), required: true,
                "ellipse: the ellipse that touches all four sides."),
            Key("radius", .number(.notNegative), required: true, onlyFor: ["roundedRectangle"], "The radius of the corners, in points."),
            Key(
                "points", .list(.vector([Component("x"), Component("y")]), isEmptyAllowed: false), required: true,
                onlyFor: ["polygon"], "The corners, at least three, in the region's own coordinates."),
        ])
}
