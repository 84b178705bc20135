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
        ], parts: TreeShapes.trees, KioskShapes.format)

    static let configuration = Shape(
        "configuration", unnamed: "the configuration", "touchd's configuration.",
        keys: [
            Key("version", .numeral([1]), required: true, "The format's version: 1."),
            Key(
                "screens", .list(.object(Name.screen), isEmptyAllowed: false), required: true, "The screens; at least one."),
            TreeShapes.gestureDefaultsKey,
            Key("server", .object(Name.server), "How clients reach the daemon."),
            Key(
                "access", .list(.object(Name.access), isEmptyAllowed: true),
                "What users and groups may do with which regions. Default: whoever may connect receives and observes all."),
        ])

    static let screen = Shape(
        "screen", "A coordinate space in points, origin top left, y down; its panels and its windows.",
        misplaced: ["children": "regions; a screen has \"windows\""],
        keys: [
            Key("id", .string(.identifier), required: true, "Unique among the screens; panels are named after it."),
            Key(
                "size", .vector([Component("width", .positive), Component("height", .positive)]), required: true,
                "Width and height in points."),
            Key(
                "panels", .list(.object(Name.panel), isEmptyAllowed: true),
                "The touch panels on this screen. Default: none."),
            Key(
                "windows", .list(.object(.window), isEmptyAllowed: true),
                "The region trees, back to front inside a level. Default: none, so that nothing is touched."),
            TreeShapes.controllers, KioskShapes.key,
        ])

    static let panel = Shape(
        "panel", "A touch panel, and how its picture is turned into the screen's.",
        keys: [
            Key("match", .object(Name.match), required: true, "Which device it is: all keys given must hold."),
            Key(
                "calibration",
                .vector(["a", "b", "c", "d", "e", "f"].map { Component($0) }),
                "Rows [a b c] [d e f] of a matrix in normalised space (0…1): x' = a·x + b·y + c, y' = d·x + e·y + f. "
                    + "Applied after the device's LIBINPUT_CALIBRATION_MATRIX. Default: [1, 0, 0, 0, 1, 0]."),
            Key(
                "rotation", .numeral([0, 90, 180, 270]),
                "How far the panel's picture is turned clockwise, in degrees, after the calibration. Default: 0."),
            Key(
                "area", .vector(solidRectangle),
                "The part of the screen that the panel covers, in points. Default: all of it."),
            Key(
                "outside", .word(PanelRules.Outside.allCases.map(\.rawValue)),
                "What a contact outside the area is: kept as a touch, ignored if it begins there, clamped to the edge, or a "
                    + "touch that begins where it comes in. Default: keep."),
            Key(
                "output", .string(.connector),
                "The connector of the display under the panel, as in /sys/class/drm: while it is off or unplugged nothing is a "
                    + "touch. Default: the display does not matter."),
            Key(
                "grab", .toggle(false: "none", true: "exclusive"),
                "Whether the device is touchd's alone (exclusive, or true) or others may read it too (none, or false). "
                    + "Default: none."),
            Key(
                "grabEscape", .wordOrNumber(["off"], .positive),
                "How many seconds five fingers are held on the grabbed panel until its grab is released, or off. Default: 10; off on a "
                    + "screen with a surface."),
            Key("virtual", .object(Name.virtual), "How applications below a surface get what touches it."),
            Key(
                "quirks", .boolean,
                "Whether what touchd knows to be wrong of the device is put right; false takes it at its word. Default: true."),
            Key("recovery", .object(Name.recovery), "What is done when the panel goes silent or cannot be read."),
            Key(
                "contactsAtOpen", .word(PanelRules.Opening.allCases.map(\.rawValue)),
                "What contacts that are down when the panel is opened are: nothing until they lift and come again (wait), "
                    + "or touches that begin now (resume). Default: wait."),
            Key(
                "palm", .word(PanelRules.Palm.allCases.map(\.rawValue)),
                "Whom a palm cancels: its own contact (finger), or all of the panel. Default: finger."),
            Key(
                "stylus", .word(PanelRules.Stylus.allCases.map(\.rawValue)),
                "Whether a pen cancels fingers and keeps them away, or shares the panel with them. Default: exclusive."),
            Key(
                "maximumContacts", .number(.whole(from: 1)),
                "How many contacts may touch at once. Default: as many as the panel reports."),
            Key(
                "excessContacts", .word(PanelRules.Excess.allCases.map(\.rawValue)),
                "What a contact beyond that does: nothing for its whole life (ignore), or cancel all. Default: ignore."),
            Key(
                "filters", .object(Name.filters), "Which of the panel's noise is kept from becoming touches. Default: none."),
            Key(
                "stuckAfter", .number(.positive),
                "Seconds without a report after which a contact counts as stuck and is cancelled. A finger that rests quite "
                    + "still reports nothing either. Default: never."),
        ])

    static let match = Shape(
        "match", "What identifies a panel. Texts are globs: * any characters, ? one character.", isEmptyAllowed: false, shortFor: "name",
        keys: [
            Key("idPath", .string(.any), "udev's ID_PATH, the port the panel is plugged into."),
            Key("name", .string(.any), "The device's name."),
            Key("vendor", .string(.usbID), "USB vendor id: four hexadecimal digits; quote it."),
            Key("product", .string(.usbID), "USB product id: four hexadecimal digits; quote it."),
            Key("serial", .string(.any), "The device's serial number."),
            Key("phys", .string(.any), "The device's physical path. Recordings have none, and never match it."),
            Key("recording", .string(.any), "The file name of a recording. Live panels never match it."),
        ])

    static let virtual = Shape(
        "virtual panel", unnamed: "the virtual panel",
        "The touchscreen through which applications that know nothing of touchd get what touches a surface of the screen.",
        keys: [
            Key(
                "space", .word(VirtualPanelSettings.Space.allCases.map(\.rawValue)),
                "Its coordinates: the panel's own units (panel), so that the compositor's calibration and rotation stay as they are, or the "
                    + "screen's points (screen), where touchd's are the only ones. Default: panel."),
            Key(
                "cancel", .word(VirtualPanelSettings.Cancel.allCases.map(\.rawValue)),
                "What a cancelled touch does there: it lifts where it is (lift), becomes a palm first (palm), or moves far outside of the "
                    + "screen first (away). Default: lift."),
        ])

    static let recovery = Shape(
        "recovery", "What is done when a panel goes silent or cannot be read: it is opened again, later and later.",
        keys: [
            Key(
                "silentAfter", .number(.positive),
                "Seconds without a report after which a panel that nobody touches is opened again. Default: never."),
            Key(
                "command", .list(.string(.any), isEmptyAllowed: false),
                "A program, by its absolute path, and its arguments: run once when opening again has not helped. "
                    + "Default: none."),
        ])

    static let server = Shape(
        "server", unnamed: "the server section", "How clients reach the daemon.",
        keys: [
            Key(
                "socket", .string(.socketPath),
                "Absolute path of the listening socket, at most \(StringForm.socketPathBytesMax) bytes. "
                    + "Default: /run/touchd/events.sock."),
            Key(
                "socketMode", .string(.fileMode),
                "Who may open the socket, as chmod's octal digits; quote them. Default: 0660."),
            Key("socketGroup", .string(.any), "The group that the socket is given to, by name or number. Default: touchd's own."),
            Key(
                "admin", .string(.socketPath),
                "Absolute path of the admin socket. Default: admin.sock beside an events.sock, else the socket's path with "
                    + "\".admin\" after it."),
            Key("adminMode", .string(.fileMode), "As socketMode. Default: 0600, with an adminGroup 0660."),
            Key("adminGroup", .string(.any), "As socketGroup."),
            Key(
                "trusted", .list(.string(.any), isEmptyAllowed: true),
                "Users, by name or number, whose clients may claim regions, take touches over, edit the tree and ask for traces, "
                    + "besides root and touchd's own user. Default: none."),
            Key(
                "bridges", .list(.string(.any), isEmptyAllowed: true),
                "Users, by name or number, whose clients may name a token and then have its rights alone, besides root, touchd's own user "
                    + "and those trusted. Default: [touchd-web]."),
            Key(
                "state", .word(["keep", "forget"]),
                "keep: the offsets and scales of scroll views and the values of sliders and switches are the same after a restart, "
                    + "but for those in sensitive regions. Default: forget."),
            Key(
                "statistics", .word(["keep", "forget"]),
                "keep: counts of touches go on after a restart. Default: forget."),
        ])

    static let access = Shape(
        "access rule", unnamed: "an access rule",
        "What some are allowed. A rule with neither user, group nor token is about everybody who may connect.",
        keys: [
            Key("user", .string(.any), "The user that it is about, by name or number."),
            Key("group", .string(.any), "The group that it is about, by name or number; supplementary groups count."),
            Key(
                "token", .string(.token),
                "The token that it is about. Connections that have named it have what such rules allow and no more; others have nothing of them."),
            Key(
                "regions", .list(.string(.any), isEmptyAllowed: false),
                "Globs over paths of regions, controllers and interceptors. Default: [\"**\"]."),
            Key(
                "allow", .list(.word(AccessSettings.words), isEmptyAllowed: false), required: true,
                "receive: get their events. observe: see their events whoever they are for. claim: answer for them. "
                    + "edit: edit what is in them. sensitive: get coordinates of sensitive ones that nobody has claimed. "
                    + "screen: say whether displays are on, and lock screens. staff: be told of the staff's gestures. status: ask how touchd is doing "
                    + "and how often what was touched. reload: have the configuration read again. These four are for all screens, whatever the regions."
            ),
        ])
}
