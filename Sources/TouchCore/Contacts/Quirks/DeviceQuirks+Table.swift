extension DeviceQuirks {
    /// The known devices. To give a device an existing quirk, add an entry here, with the reason and the recording that shows it. No other code has
    /// to change (docs/design/quirks.md).
    public static let table = [
        // The descriptor of this device has X and Y for a mouse, and again for the touchscreen. The kernel reports the touchscreen's pair on the next
        // free axes. Kernels that make two devices of it (HID_QUIRK_MULTI_INPUT) declare only ABS_X and ABS_Y.
        DeviceQuirks(
            .usb(0x0eef, 0x0001, axes: [AbsCode.z, AbsCode.rx]), [.position(x: AbsCode.z, y: AbsCode.rx)],
            because: "eGalax USB TouchController: it reports fingers on ABS_Z and ABS_RX, and never uses ABS_X and ABS_Y, which it declares",
            seenIn: "evemu/egalax-inc.-usb-touchcontroller.evemu"),
        // Of 2076 reports of fingers on the glass, 1138 have pressure 0, and no finger exceeds a quarter of the pressure range. Sizes are
        // from 0 to 5 units, positions from 0 to 2047.
        DeviceQuirks(
            .usb(0x1f87, 0x0002), [.noPressure, .noSize],
            because: "Stantum MTP: more than half of its reports give a finger on the glass pressure 0, and a size of at most a 400th of its width",
            seenIn: "evemu/stantum-1f87-0002-0.evemu"),
        // Sizes are from 4 to 8 units, positions from 0 to 3008: half a mm on a panel of 22 cm.
        DeviceQuirks(
            .usb(0x04f3, 0x0732), [.noSize],
            because: "ELAN CANDO Windows7: its sizes, 4 to 8, are not in the units of its positions, 0 to 3008",
            seenIn: "evemu/elan-cando-windows7.1-finger-drag-up-down.evemu"),
    ]
}
