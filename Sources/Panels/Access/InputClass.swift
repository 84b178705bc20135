import Text

/// The kind of an input device by its axes and keys, as udev's builtin `input_id` tells it (systemd, src/udev/udev-builtin-input_id.c, version 252).
struct InputClass: Equatable {
    /// Whether people point with it: a touchscreen, touchpad, tablet or mouse.
    private(set) var isPointer = false
    private(set) var isTouchscreen = false
    /// Whether it has any key that is no button.
    private(set) var hasKeys = false
    /// Whether it has the keys of a keyboard.
    private(set) var isKeyboard = false

    /// The bits of a file such as `capabilities/key` in sysfs.
    struct Bits {
        /// The words, the lowest first.
        private let words: [UInt64]

        /// Reads the kernel's text: words of 64 bits in hexadecimal digits, the highest first. A text that is none has no bits.
        init(_ text: String) { words = text.split(at: " ").reversed().map { UInt64($0, radix: 16) ?? 0 } }

        subscript(_ code: Int) -> Bool { code / 64 < words.count && words[code / 64] >> UInt64(code % 64) & 1 == 1 }

        func hasAny(_ codes: Range<Int>) -> Bool { codes.contains { self[$0] } }
    }

    // linux/input-event-codes.h
    private enum Code {
        static let keyEvents = 1, relEvents = 2
        static let x = 0, y = 1, z = 2, slot = 0x2f, mtX = 0x35, mtY = 0x36, rx = 3, pressure = 0x18
        static let mouse = 0x110, joystick = 0x120, digi = 0x140, pen = 0x140, finger = 0x145, touch = 0x14a, stylus = 0x14b
        static let misc = 0x100, ok = 0x160, padUp = 0x220, afterPad = 0x224, als = 0x230, happy = 0x2c0, afterHappy = 0x2e8
        static let direct = 1, pointingStick = 5, accelerometer = 6
    }

    /// - Parameters: the contents of `capabilities/ev`, `capabilities/abs`, `capabilities/key`, `capabilities/rel` and `properties`.
    init(events: String, axes: String, keys: String, relative: String, properties: String) {
        let (ev, abs, key, rel, prop) = (Bits(events), Bits(axes), Bits(keys), Bits(relative), Bits(properties))
        if ev[Code.keyEvents] {
            hasKeys = key.hasAny(1..<Code.misc) || key.hasAny(Code.ok..<Code.padUp) || key.hasAny(Code.als..<Code.happy)
            isKeyboard = (1..<32).allSatisfy { key[$0] }
        }
        let hasPlace = abs[Code.x] && abs[Code.y]
        if prop[Code.accelerometer] || hasPlace && abs[Code.z] && !ev[Code.keyEvents] { return }
        // A device that claims to have all axes has no contacts.
        let hasContacts = abs[Code.mtX] && abs[Code.mtY] && !(abs[Code.slot] && abs[Code.slot - 1])
        let isDirect = prop[Code.direct]
        let hasPen = key[Code.pen] || key[Code.stylus]
        let hasFingerTool = key[Code.finger] && !key[Code.pen]
        let hasMouseButton = key.hasAny(Code.mouse..<Code.joystick)
        let hasMotion = ev[Code.relEvents] && rel[0] && rel[1]
        let isTouched = key[Code.touch] || isDirect
        let isGamepad =
            ev[Code.keyEvents]
            && (key.hasAny(Code.joystick..<Code.digi) || key.hasAny(Code.padUp..<Code.afterPad) || key.hasAny(Code.happy..<Code.afterHappy))
            || abs.hasAny(Code.rx..<Code.pressure)
        var (isTablet, isTouchpad, isMouse, isJoystick) = (false, false, false, false)
        if hasPlace {
            if hasPen {
                isTablet = true
            } else if hasFingerTool, !isDirect {
                isTouchpad = true
            } else if hasMouseButton {
                isMouse = true
            } else if isTouched {
                isTouchscreen = true
            } else {
                isJoystick = isGamepad
            }
        } else {
            isJoystick = isGamepad
        }
        if hasContacts {
            if hasPen { isTablet = true } else if hasFingerTool, !isDirect { isTouchpad = true } else if isTouched { isTouchscreen = true }
        }
        if !isTablet, !isTouchpad, !isJoystick, hasMouseButton, hasMotion || !hasPlace { isMouse = true }
        isPointer = isTouchscreen || isTablet || isTouchpad || isMouse || prop[Code.pointingStick]
    }
}
