import Vocabulary

/// The format of a screen's keyboard, in configurations and in scenarios.
package enum KeyboardShapes {
    package static let key = Key("keyboard", .members(keyboard), "The keyboard with which touchd types on this screen. Default: none.")

    private static let keyboard = Shape(
        "keyboard", unnamed: "the keyboard", "A simulated keyboard, through which regions and clients type into the application.",
        keys: [
            Key(
                "allow", .list(.string(.keyName), isEmptyAllowed: false), required: true,
                "The keys that may be typed, by the kernel's names, such as KEY_A. No other key is ever typed.")
        ])
}
