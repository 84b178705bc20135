import TouchCore
import TreeFormat
import Vocabulary

/// The format of a configuration, object by object. `TreeShapes` has the format of its region trees.
package enum Shapes {
    /// Names of objects that no other format has.
    enum Name {
        static let configuration: ShapeName = "configuration", screen: ShapeName = "screen", panel: ShapeName = "panel", match: ShapeName = "match"
        static let filters: ShapeName = "filters", virtual: ShapeName = "virtual", recovery: ShapeName = "recovery", server: ShapeName = "server",
            access: ShapeName = "access"
    }

    package static let format = Format(
        [
            Name.configuration: configuration, Name.screen: screen, Name.panel: panel, Name.match: match,
            Name.filters: filters, Name.virtual: virtual, Name.recovery: recovery, Name.server: server, Name.access: access,
        ], parts: TreeShapes.trees, KioskShapes.format, AccessibilityShapes.format)

    static let configuration = Shape(
        "configuration", unnamed: "the configuration", "touchd's configuration.",
        keys: [
            Key("version", .numeral([1]), required: true, "The format's version: 1."),
            Key(
                "screens", .list(.object(Name.screen), isEmptyAllowed: false), required: true, "The screens; at least one."),
            TreeShapes.gestureDefaultsKey,
            Key("server", .object(Name.server), "How clients reach touchd, and which of them it trusts."),
            Key(
                "access", .list(.object(Name.access), isEmptyAllowed: true),
                "What users and groups may do with which regions. Default: everybody who may connect receives and observes all regions."),
        ])

    static let screen = Shape(
        "screen", "A coordinate space in points, with its panels and windows. The origin is at the top left, and y points down.",
        misplaced: ["children": "regions; a screen has \"windows\""],
        keys: [
            Key("id", .string(.identifier), required: true, "Unique among the screens. The ids of its panels begin with it."),
            Key(
                "size", .vector([Component("width", .positive), Component("height", .positive)]), required: true,
                "Width and height in points."),
            Key(
                "panels", .list(.object(Name.panel), isEmptyAllowed: true),
                "The touch panels on this screen. Default: none."),
            Key(
                "windows", .list(.object(.window), isEmptyAllowed: true),
                "The region trees, back to front inside a level. Default: none; no touch then reaches a region."),
            TreeShapes.controllers, KioskShapes.key, KeyboardShapes.key, AccessibilityShapes.sectionKey,
        ])

    static let panel = Shape(
        "panel", "A touch panel, and how its coordinates become the screen's.",
        keys: [
            Key("match", .object(Name.match), required: true, "Which device it is. All keys that you give must match."),
            Key(
                "calibration",
                .vector(["a", "b", "c", "d", "e", "f"].map { Component($0) }),
                "Rows [a b c] [d e f] of a matrix in normalised space (0…1): x' = a·x + b·y + c, y' = d·x + e·y + f. "
                    + "Applied after the device's LIBINPUT_CALIBRATION_MATRIX. Default: [1, 0, 0, 0, 1, 0]."),
            Key(
                "rotation", .numeral([0, 90, 180, 270]),
                "Degrees clockwise by which the panel is turned, after the calibration. Default: 0."),
            Key(
                "area", .vector(solidRectangle),
                "The part of the screen that the panel covers, in points. Default: the whole screen."),
            Key(
                "outside", .word(PanelRules.Outside.allCases.map(\.rawValue)),
                "How a contact outside the area is treated: as a touch that hits nothing there (keep), ignored if it begins there "
                    + "(ignore), moved to the nearest edge (clamp), or as a touch that begins where it comes in (beginOnEntry). "
                    + "Default: keep."),
            Key(
                "output", .string(.connector),
                "The connector of the display under the panel, as in /sys/class/drm. While the display is off or unplugged, contacts are "
                    + "not touches. Default: the display does not matter."),
            Key(
                "grab", .toggle(false: "none", true: "exclusive"),
                "Whether only touchd reads the device (exclusive, or true) or other programs too (none, or false). Default: none."),
            Key(
                "grabEscape", .wordOrNumber(["off"], .positive),
                "Seconds for which five fingers must be held on the panel until its grab is released, or off. Default: 10; off on a screen "
                    + "with a surface."),
            Key("virtual", .object(Name.virtual), "How applications below a surface get its touches."),
            Key(
                "quirks", .boolean,
                "Whether touchd corrects the known faults of the device. Default: true."),
            Key(
                "siblings", .word(["take", "leave"]),
                "Whether touchd grabs other nodes of the same USB device with the panel, if people point with them and cannot type (take), or leaves "
                    + "them to other programs (leave). Default: take with grab: exclusive."),
            Key("recovery", .object(Name.recovery), "What touchd does when the panel goes silent, makes noise or cannot be read."),
            Key(
                "contactsAtOpen", .word(PanelRules.Opening.allCases.map(\.rawValue)),
                "How contacts that are down when the panel is opened are treated: ignored until they lift and come again (wait), or as "
                    + "touches that begin now (resume). Default: wait."),
            Key(
                "palm", .word(PanelRules.Palm.allCases.map(\.rawValue)),
                "Which contacts a palm cancels: only its own (finger), or all of the panel (all). Default: finger."),
            Key(
                "stylus", .word(PanelRules.Stylus.allCases.map(\.rawValue)),
                "Whether a pen cancels fingers and keeps new ones away (exclusive), or does not (shared). Default: exclusive."),
            Key(
                "maximumContacts", .number(.whole(from: 1)),
                "How many contacts can be touches at once. Default: as many as the panel reports."),
            Key(
                "excessContacts", .word(PanelRules.Excess.allCases.map(\.rawValue)),
                "What happens to one contact more: it is ignored for its whole life (ignore), or all are cancelled (cancelAll). Default: ignore."),
            Key(
                "filters", .object(Name.filters), "Noise filters. Default: none."),
            Key(
                "stuckAfter", .number(.positive),
                "Seconds without a report after which a contact counts as stuck and is cancelled. A finger that rests without moving "
                    + "reports nothing either, so allow minutes. Default: never."),
        ])

    static let match = Shape(
        "match", "What identifies a panel. Texts are globs: * stands for any characters, ? for one.", isEmptyAllowed: false, shortFor: "name",
        keys: [
            Key("idPath", .string(.any), "udev's ID_PATH: the port that the panel is plugged into."),
            Key("name", .string(.any), "The device's name."),
            Key("vendor", .string(.usbID), "USB vendor id: four hexadecimal digits; quote it."),
            Key("product", .string(.usbID), "USB product id: four hexadecimal digits; quote it."),
            Key("serial", .string(.any), "The device's serial number."),
            Key("phys", .string(.any), "The device's physical path. A recording has none, so it never matches."),
            Key("recording", .string(.any), "The file name of a recording. A live panel never matches."),
            Key(
                "node", .string(.eventNode),
                "The path of the event node, such as /dev/input/event3. It counts only where udev knows nothing of the node."),
        ])

    static let virtual = Shape(
        "virtual panel", unnamed: "the virtual panel",
        "The simulated touchscreen through which applications that know nothing of touchd get the touches on a surface of the screen.",
        keys: [
            Key(
                "space", .word(VirtualPanelSettings.Space.allCases.map(\.rawValue)),
                "Its coordinates: the panel's own units (panel), so that the compositor's calibration and rotation stay valid, or the "
                    + "screen's points (screen), after touchd's own calibration and rotation. Default: panel."),
            Key(
                "cancel", .word(VirtualPanelSettings.Cancel.allCases.map(\.rawValue)),
                "How a cancelled touch looks there: it lifts where it is (lift), it first becomes a palm (palm), or it first moves far "
                    + "outside the screen (away). Default: lift."),
            Key(
                "life", .word(VirtualPanelSettings.Life.allCases.map(\.rawValue)),
                "How long it exists: while touchd runs and the screen has a surface, whether the panel is there or not (always), or while the "
                    + "panel is there (panel). Default: always with space: screen, otherwise panel."),
        ])

    static let recovery = Shape(
        "recovery", "What touchd does when a panel goes silent, makes noise or cannot be read: it opens the panel again, at growing intervals.",
        keys: [
            Key(
                "silentAfter", .number(.positive),
                "Seconds without a report and without a touch after which touchd opens the panel again. Default: never."),
            Key("ghosts", .members(ghosts), "How much noise makes touchd open the panel again. Default: never."),
            Key(
                "command", .list(.string(.any), isEmptyAllowed: false),
                "A program, by its absolute path, and its arguments. touchd runs it once if opening the panel again has not helped. Default: none."),
        ])

    static let ghosts = Shape(
        "noise limit", unnamed: "the noise limit",
        "So many contacts that the panel's filters keep from becoming touches, within this time, that touchd opens the panel again.",
        keys: [
            Key("count", .number(.whole(from: 1, to: 1000)), "The number of contacts. Default: 20."),
            Key("within", .number(.positive), "The time in seconds. Default: 60."),
        ])

    static let server = Shape(
        "server", unnamed: "the server section", "How clients reach touchd, and which of them it trusts.",
        keys: [
            Key(
                "socket", .string(.socketPath),
                "Absolute path of the listening socket, at most \(StringForm.socketPathBytesMax) bytes. "
                    + "Default: /run/touchd/events.sock."),
            Key(
                "socketMode", .string(.fileMode),
                "Who may open the socket, as chmod's octal digits; quote them. Default: 0660."),
            Key("socketGroup", .string(.any), "The group of the socket, by name or number. Default: touchd's own."),
            Key(
                "admin", .string(.socketPath),
                "Absolute path of the admin socket. Default: admin.sock in the same folder if the socket is called events.sock, otherwise "
                    + "the socket's path with \".admin\" after it."),
            Key("adminMode", .string(.fileMode), "Like socketMode, for the admin socket. Default: 0600; with an adminGroup 0660."),
            Key("adminGroup", .string(.any), "Like socketGroup, for the admin socket."),
            Key(
                "trusted", .list(.string(.any), isEmptyAllowed: true),
                "Users, by name or number, whose clients may claim regions, steal touches, edit the tree and ask for traces, as root and "
                    + "touchd's own user may. Default: none."),
            Key(
                "bridges", .list(.string(.any), isEmptyAllowed: true),
                "Users, by name or number, whose clients may name a token and then have only its rights, as root, touchd's own user and "
                    + "the trusted users may. Default: [touchd-web]."),
            Key(
                "state", .word(["keep", "forget"]),
                "keep: scroll views keep their offset and scale, and sliders and switches their value, after a restart, except in "
                    + "sensitive regions. Default: forget."),
            Key(
                "statistics", .word(["keep", "forget"]),
                "keep: counts of touches continue after a restart. Default: forget."),
        ])

    static let access = Shape(
        "access rule", unnamed: "an access rule",
        "What some clients may do. A rule without user, group and token applies to everybody who may connect.",
        keys: [
            Key("user", .string(.any), "The user to whom the rule applies, by name or number."),
            Key("group", .string(.any), "The group to whose members the rule applies, by name or number. Supplementary groups count."),
            Key(
                "token", .string(.token),
                "The token to which the rule applies. A connection that has named it has only the rights from rules with this token; other "
                    + "connections get none from them."),
            Key(
                "regions", .list(.string(.any), isEmptyAllowed: false),
                "Globs over paths of regions, controllers and interceptors. Default: [\"**\"]."),
            Key(
                "screens", .list(.string(.identifier), isEmptyAllowed: false),
                "The ids of the screens on which the rule allows inject and type. Default: all."),
            Key(
                "allow", .list(.word(AccessSettings.words), isEmptyAllowed: false), required: true,
                "receive: get events of these regions. observe: see their events, whoever receives them. claim: claim them. edit: edit "
                    + "their contents. sensitive: get coordinates in sensitive ones that nobody has claimed. screen: report whether "
                    + "displays are on, and lock screens. staff: get the gestures of staff. status: ask for touchd's state and for "
                    + "counts of touches. reload: reload the configuration. accessibility: learn of the focus of accessible screens, and move "
                    + "it. These five apply to all screens, whatever the regions. inject: put fingers on the screens. type: type on the "
                    + "screens' keyboards."
            ),
        ])
}
