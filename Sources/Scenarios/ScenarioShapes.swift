import Configuration
import TouchCore
import TreeFormat
import Vocabulary

extension ShapeName {
    package static let scenario: ShapeName = "scenario"
    static let windows: ShapeName = "windows"
    static let sampleInput: ShapeName = "sampleInput", hoverInput: ShapeName = "hoverInput", hitTestInput: ShapeName = "hitTestInput"
    static let convertInput: ShapeName = "convertInput", queryInput: ShapeName = "queryInput", clockInput: ShapeName = "clockInput"
    static let answerInput: ShapeName = "answerInput"
    static let hitEntry: ShapeName = "hitEntry", hitTestEntry: ShapeName = "hitTestEntry", viewEntry: ShapeName = "viewEntry"
    static let gestureEntry: ShapeName = "gestureEntry", controlEntry: ShapeName = "controlEntry", scrollEntry: ShapeName = "scrollEntry"
    static let displayInput: ShapeName = "displayInput", modeInput: ShapeName = "modeInput"
    static let keyInput: ShapeName = "keyInput", jackInput: ShapeName = "jackInput", profileInput: ShapeName = "profileInput"
    static let focusInput: ShapeName = "focusInput", accessInput: ShapeName = "accessInput"
    static let accessibilityEntry: ShapeName = "accessibilityEntry", focusEntry: ShapeName = "focusEntry", navigateEntry: ShapeName = "navigateEntry"
    static let exploreEntry: ShapeName = "exploreEntry", accessibilityGestureEntry: ShapeName = "accessibilityGestureEntry"
    static let activateEntry: ShapeName = "activateEntry", cueEntry: ShapeName = "cueEntry", refusedEntry: ShapeName = "refusedEntry"
    static let screenEntry: ShapeName = "screenEntry", staffEntry: ShapeName = "staffEntry"
    static let kioskGestureEntry: ShapeName = "kioskGestureEntry", keyEntry: ShapeName = "keyEntry"
    static let interceptEntry: ShapeName = "interceptEntry", queryEntry: ShapeName = "queryEntry", questionEntry: ShapeName = "questionEntry"
}

/// The format of scenarios, which `touchctl test` reads (docs/scenarios.md). Trees are as in a configuration, edits as in a client's line.
package enum ScenarioShapes {
    package static let format = Format(
        [
            .scenario: scenario, .windows: windows,
            .sampleInput: sampleInput, .hoverInput: hoverInput, .hitTestInput: hitTestInput,
            .convertInput: convertInput, .queryInput: queryInput, .clockInput: clockInput, .answerInput: answerInput,
            .hitEntry: hitEntry, .hitTestEntry: hitTestEntry, .viewEntry: viewEntry, .gestureEntry: gestureEntry,
            .controlEntry: controlEntry, .scrollEntry: scrollEntry, .interceptEntry: interceptEntry, .queryEntry: queryEntry,
            .questionEntry: questionEntry, .displayInput: displayInput, .modeInput: modeInput, .screenEntry: screenEntry, .staffEntry: staffEntry,
            .kioskGestureEntry: kioskGestureEntry,
            .keyInput: keyInput, .jackInput: jackInput, .profileInput: profileInput, .focusInput: focusInput, .accessInput: accessInput,
            .accessibilityEntry: accessibilityEntry, .focusEntry: focusEntry, .navigateEntry: navigateEntry, .activateEntry: activateEntry,
            .exploreEntry: exploreEntry, .accessibilityGestureEntry: accessibilityGestureEntry,
            .cueEntry: cueEntry, .refusedEntry: refusedEntry, .keyEntry: keyEntry,
        ], parts: timedEdits, TreeShapes.trees, KioskShapes.format, AccessibilityShapes.scenarioFormat)

    /// The shapes of edits, with a time. The reader of scenarios checks that the time is present.
    private static let timedEdits = Format(TreeShapes.editShapes) { $0.with(time) }

    /// The kinds of log entries, as `observe` names them.
    package static let entryKinds = [
        "hit", "hitTest", "view", "gesture", "gestureState", "control", "scroll", "intercept", "query", "question", "screen", "staff", "kioskGesture",
        "accessibility", "focus", "navigate", "explore", "accessibilityGesture", "activate", "cue", "refused", "key",
    ]

    static let scenario = Shape(
        "scenario", namedBy: "name", "A region tree, what happens to it, and what is expected of it.",
        keys: [
            Key("name", .string(.any), required: true, "Unique in the file."),
            Key("rule", .string(.any), "The rule that the scenario checks, in one sentence."),
            Key("source", .any, "Where the rule is stated."),
            Key("basis", .string(.any), "How certain the rule is."),
            Key("note", .string(.any), "A note for readers."),
            Key("tree", .byKey([("windows", .windows)], otherwise: .window), "A window, or several."),
            TreeShapes.gestureDefaultsKey, KioskShapes.key, KeyboardShapes.key, AccessibilityShapes.scenarioKey,
            Key("screen", .string(.identifier), "If there is no tree: the id of the configuration's screen that is touched."),
            Key("input", .list(input, isEmptyAllowed: true), required: true, "What happens, in time order."),
            Key(
                "claimed", .list(id, isEmptyAllowed: true),
                "The ids of the regions and interceptors that clients have claimed. Default: none."),
            Key("delivery", .word(["framed"]), "framed: samples are gathered until an op frame."),
            Key("observe", .list(.word(entryKinds), isEmptyAllowed: false), required: true, "The kinds of entries that are compared."),
            Key("filter", .any, "Compares only entries of a kind whose fields have these values."),
            Key("tolerance", .number(.notNegative), "How far numbers may differ from the expected ones. Default: 0.01."),
            Key("expect", .list(entry, isEmptyAllowed: true), required: true, "All entries observed, in order."),
        ])

    static let windows = Shape(
        "tree", "Several windows.",
        keys: [
            Key("windows", .list(.object(.window), isEmptyAllowed: false), required: true, "Back to front inside a level."),
            TreeShapes.controllers,
        ])

    // MARK: Input

    private static let input = ValueType.byWord(
        "op",
        TreeShapes.editOps + [
            ("hover", .hoverInput), ("hoverEnd", .clockInput), ("hitTest", .hitTestInput), ("convert", .convertInput),
            ("query", .queryInput), ("frame", .clockInput), ("tick", .clockInput), ("answer", .answerInput),
            ("display", .displayInput), ("mode", .modeInput), ("key", .keyInput), ("jack", .jackInput), ("profile", .profileInput),
            ("focus", .focusInput), ("activate", .accessInput), ("extend", .accessInput),
        ], otherwise: .sampleInput)

    private static let time = Key("t", .number(.notNegative), "Seconds.")
    private static let op = Key("op", .any, required: true, "What is done.")
    private static let x = Key("x", .number(.any), required: true, "In points of the window.")
    private static let y = Key("y", .number(.any), required: true, "In points of the window.")
    private static let id = ValueType.string(.identifier)
    private static let pair = ValueType.vector([Component("x"), Component("y")])
    private static let touch = Key("touch", .number(.whole(from: 0)), required: true, "The touch's number.")
    static let phases = ["began", "moved", "ended", "cancelled"]

    static let sampleInput = Shape(
        "sample", "A touch that begins, moves or ends.",
        keys: [time, touch, Key("phase", .word(phases), required: true, "What it does."), x, y])

    static let hoverInput = Shape("op hover", unnamed: "an op hover", "A pen hovers over a point.", keys: [time, op, x, y])

    static let hitTestInput = Shape("op hitTest", unnamed: "an op hitTest", "Asks which region a point hits.", keys: [time, op, x, y])

    static let convertInput = Shape(
        "op convert", unnamed: "an op convert", "Converts a point of one region into the coordinates of another.",
        keys: [
            time, op, Key("from", id, required: true, "A region's id."), Key("to", id, required: true, "A region's id."),
            Key("point", pair, required: true, "In from's own coordinates."),
        ])

    static let queryInput = Shape(
        "op query", unnamed: "an op query", "Asks about touches and regions.", discriminator: ("what", nil),
        keys: [
            time, op,
            Key(
                "what", .word(["touchesForView", "allTouches", "chain", "frame", "touchView", "pointInside"]), required: true,
                "The question."),
            Key(
                "region", id, required: true, onlyFor: ["touchesForView", "chain", "frame", "pointInside"], "The region's id."),
            Key("touch", .number(.whole(from: 0)), required: true, onlyFor: ["touchView"], "The touch's number."),
            Key("point", pair, required: true, onlyFor: ["pointInside"], "In the region's own coordinates."),
        ])

    static let clockInput = Shape(
        "op", unnamed: "an op", "Lets time pass. frame delivers the gathered samples; hoverEnd removes the pen.", keys: [time, op])

    private static let ask = Key("ask", .word(GestureAsk.allCases.map(\.rawValue)), required: true, "The question.")

    static let answerInput = Shape(
        "op answer", unnamed: "an op answer", "A client's answer to a gesture's question. It has no effect without an open question.",
        keys: [
            time, op, Key("gesture", id, required: true, "The gesture's id."), ask,
            Key("touch", .number(.whole(from: 0)), "For shouldReceive: the touch's number. Default: that of the first open question."),
            Key("value", .boolean, required: true, "The answer."),
        ])

    static let displayInput = Shape(
        "op display", unnamed: "an op display", "A program reports the display's state.",
        keys: [time, op, Key("display", .word(DisplayState.allCases.map(\.rawValue)), required: true, "Its state.")])

    static let modeInput = Shape(
        "op mode", unnamed: "an op mode", "A program sets the screen's mode.",
        keys: [
            time, op, Key("mode", .word(ScreenMode.allCases.map(\.rawValue)), required: true, "The mode."),
            Key("seconds", .number(.positive), "The seconds after which the mode ends. Default: never."),
        ])

    // MARK: The accessible glass

    private static let isOwner = Key(
        "owner", .boolean, "true: the client that has claimed the scenario's regions asks. Default: another client.")
    private static let turn = Key("turn", .number(.whole(from: 0)), "The last turn that the client knows. Default: any.")

    static let keyInput = Shape(
        "op key", unnamed: "an op key", "A key of a keypad is pressed.",
        keys: [
            time, op, Key("key", .string(.keyName), "The kernel's name of the key. Default: none that matters."),
            Key("action", .word(KeypadAction.allCases.map(\.rawValue)), "Its action. Default: none."),
        ])

    static let jackInput = Shape(
        "op jack", unnamed: "an op jack", "A plug goes into a jack or out of it.",
        keys: [time, op, Key("jack", id, required: true, "The jack."), Key("in", .boolean, required: true, "true: it goes in.")])

    static let profileInput = Shape(
        "op profile", unnamed: "an op profile", "A program switches a profile on or off.",
        keys: [time, op, Key("profile", id, required: true, "The profile's id."), Key("on", .boolean, required: true, "true: on.")])

    static let focusInput = Shape(
        "op focus", unnamed: "an op focus", "A program moves the focus.",
        forms: [
            Form(requires: ["region"], forbids: ["move", "label"]), Form(requires: ["move"], forbids: ["region", "label"]),
            Form(requires: ["label"], forbids: ["region", "move"]),
        ],
        keys: [
            time, op, Key("region", id, "The id of the region that gets the focus."),
            Key("move", .word(FocusMove.allCases.map(\.rawValue)), "A move."),
            Key("label", .string(.any), "The label of an application's element that has the focus."),
            Key("point", pair, "With label: where an activation touches."),
            Key(
                "frame", .vector([Component("x"), Component("y"), Component("width"), Component("height")]), "With label: the box around the element."
            ),
            turn, isOwner,
        ])

    static let accessInput = Shape(
        "op", unnamed: "an op", "A program activates the element with the focus, or asks for more time.", keys: [time, op, turn, isOwner])

    private static let number = Key("turn", .number(.whole(from: 0)), "The turn.")
    private static let audience = Key("for", .word(["owner", "others"]), "Who learns of it in a sensitive region. Default: all.")
    private static let cause = Key("by", .word(AccessibilityNotice.Cause.allCases.map(\.rawValue)), "What has caused it.")

    static let accessibilityEntry = Shape(
        "accessibility entry", "A profile or a jack has changed.",
        keys: [
            Key("accessibility", id, required: true, "The screen's id."),
            Key("profiles", .list(id, isEmptyAllowed: true), "The profiles that are on."),
            Key("private", .boolean, "Whether a plug is in a jack."), cause, at,
        ])

    static let focusEntry = Shape(
        "focus entry", "An element has the focus.",
        keys: [
            Key("focus", id, required: true, "The region's id."), Key("label", .string(.any), "Its label."), Key("role", .string(.any), "Its role."),
            Key("value", .any, "Its value."), number, cause, audience, at,
        ])

    static let navigateEntry = Shape(
        "navigate entry", "A program that reads an application is to move the focus.",
        keys: [
            Key("navigate", id, required: true, "The surface's id."), Key("direction", .word(FocusMove.allCases.map(\.rawValue)), "The move."),
            number, at,
        ])

    static let exploreEntry = Shape(
        "explore entry", "A finger explores a surface.",
        keys: [
            Key("explore", id, required: true, "The surface's id."), Key("x", .number(.any), "The place of the finger."),
            Key("y", .number(.any), "The place of the finger."), number, at,
        ])

    static let accessibilityGestureEntry = Shape(
        "accessibility gesture entry", "Several fingers that explore have made a gesture.",
        keys: [
            Key("accessibilityGesture", .word(["tap", "swipe"]), required: true, "What they have done."),
            Key("fingers", .number(.whole(from: 1)), "Their number."),
            Key("direction", .word(AccessibilityGesture.Direction.allCases.map(\.rawValue)), "The direction of a swipe."), audience, at,
        ])

    static let activateEntry = Shape(
        "activate entry", "An element was activated.", keys: [Key("activate", id, required: true, "The region's id."), number, audience, at])

    static let cueEntry = Shape(
        "cue entry", "Something to hear that is no text.",
        keys: [Key("cue", .word(AccessibilityNotice.Cue.allCases.map(\.rawValue)), required: true, "The cue."), audience, at])

    static let refusedEntry = Shape(
        "refused entry", "A request of a program was refused.",
        keys: [
            Key("refused", .word(["profile", "focus", "activate", "extend"]), required: true, "The op."),
            Key("why", .word(AccessibilityRefusal.words), "The reason."), at,
        ])

    // MARK: Entries

    private static let entry = ValueType.byKey(
        [
            ("hitTest", .hitTestEntry), ("hit", .hitEntry), ("call", .viewEntry), ("to", .viewEntry), ("gesture", .gestureEntry),
            ("control", .controlEntry), ("scroll", .scrollEntry), ("intercept", .interceptEntry), ("query", .queryEntry),
            ("question", .questionEntry), ("screen", .screenEntry), ("staff", .staffEntry), ("kioskGesture", .kioskGestureEntry),
            ("accessibility", .accessibilityEntry),
            ("focus", .focusEntry), ("navigate", .navigateEntry), ("explore", .exploreEntry),
            ("accessibilityGesture", .accessibilityGestureEntry), ("activate", .activateEntry), ("cue", .cueEntry), ("refused", .refusedEntry),
            ("key", .keyEntry),
        ], otherwise: nil)

    private static let at = Key("t", .number(.notNegative), "When it is delivered, in seconds.")
    private static let touches = Key("touches", .list(.number(.whole(from: 0)), isEmptyAllowed: true), "The set of touches.")
    private static let orNull = ValueType.any

    static let hitEntry = Shape(
        "hit", unnamed: "a hit entry", "What a touch that begins, or a point, hits.",
        keys: [
            Key("hit", orNull, required: true, "A region's id or null."),
            Key("touch", .number(.whole(from: 0)), "The touch that began."), at,
        ])

    static let hitTestEntry = Shape(
        "hitTest entry", "A region that was asked in a hit test has answered.",
        keys: [
            Key("hitTest", id, required: true, "The region that was asked."),
            Key("result", orNull, "A region's id or null."), at,
        ])

    static let viewEntry = Shape(
        "view entry", "A call of one of the four touch methods.",
        keys: [
            Key("to", id, required: true, "The receiver."),
            Key(
                "call", .word(["touchesBegan", "touchesMoved", "touchesEnded", "touchesCancelled"]), required: true, "The method."),
            touches,
            Key("loc", .byTouch(pair), "location(in: receiver)."),
            Key("prev", .byTouch(pair), "previousLocation(in: receiver)."),
            Key("tapCount", .byTouch(.number(.whole(from: 0))), "tapCount."),
            Key("timestamp", .byTouch(.number(.any)), "When the touch last changed, in seconds."),
            Key("coalesced", .byTouch(.list(pair, isEmptyAllowed: true)), "coalescedTouches(for:), their locations."),
            Key("allTouches", .byTouch(.word(phases + ["stationary"])), "The event's touches and their phases."),
            Key("view", .byTouch(.any), "The region that was hit."), at,
        ])

    static let gestureEntry = Shape(
        "gesture entry", "An action of a recognizer, or a state that has none.",
        forms: [Form(requires: ["action"], forbids: ["state"]), Form(requires: ["state"], forbids: [])],
        keys: [
            Key("gesture", id, required: true, "The gesture's id."),
            Key("action", .word(["recognized", "began", "changed", "ended", "cancelled"]), "The action's state."),
            Key("state", .word(["failed"]), "A state without an action."),
            Key("location", pair, "In the region's own coordinates."), Key("translation", pair, "In points."),
            Key("velocity", .any, "For a translation, in points per second; for a scale or rotation alone, a number."),
            Key("scale", .number(.any), "Of a pinch."), Key("rotation", .number(.any), "In radians."),
            Key("scaleVelocity", .number(.any), "Per second, beside other velocities."),
            Key("rotationVelocity", .number(.any), "Per second, beside other velocities."),
            Key("direction", .string(.any), "Of a swipe."), Key("taps", .number(.whole(from: 1)), "Of a tap."),
            Key("numberOfTouches", .number(.whole(from: 0)), "The number of fingers."),
            Key("timestamp", .number(.any), "The time of the action, in seconds."), at,
        ])

    static let controlEntry = Shape(
        "control entry", "An event of a control.",
        keys: [
            Key("control", id, required: true, "The control's id."), Key("event", .string(.any), required: true, "Its name."),
            Key("value", .number(.any), "A slider's new value."), Key("isOn", .boolean, "A switch's new state."), at,
        ])

    static let scrollEntry = Shape(
        "scroll entry", "A scroll view has scrolled.",
        keys: [
            Key("scroll", id, required: true, "The region's id."), Key("offset", pair, "contentOffset."),
            Key("zoomScale", .number(.any), "The scale at which the content is shown."), at,
        ])

    static let interceptEntry = Shape(
        "intercept entry", unnamed: "an intercept entry", "An interceptor has seen touches.",
        keys: [
            Key("intercept", id, required: true, "The interceptor's id."), Key("phase", .word(phases), "Of the touches."),
            touches, at,
        ])

    static let questionEntry = Shape(
        "question entry", "A gesture asks the client that has claimed its region.",
        keys: [
            Key("question", id, required: true, "The gesture's id."), ask, touches,
            Key("location", pair, "In the region's own coordinates."), at,
        ])

    static let screenEntry = Shape(
        "screen entry", "The state of the screen's glass has changed.",
        keys: [
            Key("screen", id, required: true, "The screen's id."), Key("activity", .word(["active", "idle"]), "Whether the screen is in use."),
            Key("idle", .any, "The threshold that has passed, in seconds; null while it is active."),
            Key("display", .word(DisplayState.allCases.map(\.rawValue)), "The display's state."),
            Key("mode", .word(ScreenMode.allCases.map(\.rawValue)), "The screen's mode."),
            Key("lastTouch", .any, "When the last touch that reached anybody changed, in seconds; null at first."), at,
        ])

    static let staffEntry = Shape(
        "staff entry", "Staff have made their gesture.", keys: [Key("staff", id, required: true, "The gesture's id."), at])

    static let kioskGestureEntry = Shape(
        "kioskGesture entry", "Somebody has made a gesture of the kiosk.",
        keys: [Key("kioskGesture", id, required: true, "The gesture's id."), at])

    static let keyEntry = Shape(
        "key entry", "A key of the screen's keyboard comes down or goes up.",
        keys: [
            Key("key", .string(.keyName), required: true, "The key, by the kernel's name."),
            Key("down", .boolean, required: true, "true: it comes down; false: it goes up."), at,
        ])

    static let queryEntry = Shape(
        "query entry", "The answer to an op query or convert.",
        keys: [
            Key(
                "query",
                .word(["touchesForView", "allTouches", "chain", "frame", "touchView", "pointInside", "convert"]), required: true,
                "The question."),
            Key("result", .any, "The answer."), Key("region", id, "The region asked about."),
            Key("touch", .number(.whole(from: 0)), "The touch asked about."),
            Key("from", id, "Of convert."), Key("to", id, "Of convert."), Key("point", pair, "The point asked about."), at,
        ])
}
