/// The names of the kernel's switches (input-event-codes.h), such as `SW_HEADPHONE_INSERT`.
public enum SwitchName {
    /// The number of switch codes, the kernel's SW_CNT.
    public static let count = 17

    private static let table: [(name: String, code: UInt16)] = [
        ("SW_LID", 0x00), ("SW_TABLET_MODE", 0x01), ("SW_HEADPHONE_INSERT", 0x02), ("SW_RFKILL_ALL", 0x03), ("SW_RADIO", 0x03),
        ("SW_MICROPHONE_INSERT", 0x04), ("SW_DOCK", 0x05), ("SW_LINEOUT_INSERT", 0x06), ("SW_JACK_PHYSICAL_INSERT", 0x07),
        ("SW_VIDEOOUT_INSERT", 0x08), ("SW_CAMERA_LENS_COVER", 0x09), ("SW_KEYPAD_SLIDE", 0x0a), ("SW_FRONT_PROXIMITY", 0x0b),
        ("SW_ROTATE_LOCK", 0x0c), ("SW_LINEIN_INSERT", 0x0d), ("SW_MUTE_DEVICE", 0x0e), ("SW_PEN_INSERTED", 0x0f), ("SW_MACHINE_COVER", 0x10),
    ]

    /// All names, in a fixed order, for suggestions.
    public static let all = table.map(\.name)

    /// Returns the code of a switch; nil if no switch has this name.
    public static func code(_ name: String) -> UInt16? { table.first { $0.name == name }?.code }
}
