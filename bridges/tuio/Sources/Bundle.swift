import CLiblo

/// An OSC bundle of the profile 2Dcur: its sender, the living cursors, their states, and the bundle's number.
enum Bundle {
    static let profile = "/tuio/2Dcur"
    /// The most bytes of a datagram that fits into one Ethernet packet over IPv6.
    static let bytesMax = 1452
    /// The bytes of the bundle's head, of "source" with the longest name, of "alive" without cursors, and of "fseq".
    private static let fixedBytes = 16 + (4 + 12 + 4 + 8 + SettingsReader.sourceMax + 4) + (4 + 12 + 4 + 8) + (4 + 12 + 4 + 8 + 4)
    private static let setBytes = 4 + 12 + 12 + 4 + 6 * 4
    /// The bytes of a living cursor: its number, and its letter in the type string.
    private static let aliveBytes = 5

    /// The number of cursor states that fit beside this many living cursors.
    static func setsMax(alive: Int) -> Int { max((bytesMax - fixedBytes - alive * aliveBytes - 4) / setBytes, 1) }

    /// Encodes a bundle.
    ///
    /// - Parameter number: the bundle's number, by which a receiver knows which of two bundles is later.
    static func encode(_ content: BundleContent, source: String, number: Int32) -> [UInt8] {
        let bundle = lo_bundle_new(lo_timetag(sec: 0, frac: 1))!  // at once; fails only without memory
        defer { lo_bundle_free_recursive(bundle) }
        add(to: bundle, "source") { lo_message_add_string($0, source) }
        add(to: bundle, "alive") { message in for session in content.alive { lo_message_add_int32(message, session) } }
        for cursor in content.sets {
            add(to: bundle, "set") { message in
                lo_message_add_int32(message, cursor.session)
                for value in [cursor.place.x, cursor.place.y, cursor.velocity.x, cursor.velocity.y, cursor.acceleration] {
                    lo_message_add_float(message, Float(value))
                }
            }
        }
        add(to: bundle, "fseq") { lo_message_add_int32($0, number) }
        var size = lo_bundle_length(bundle)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            lo_bundle_serialise(bundle, buffer.baseAddress, &size)
            count = size
        }
    }

    private static func add(to bundle: lo_bundle, _ command: String, _ arguments: (lo_message) -> Void) {
        let message = lo_message_new()!
        lo_message_add_string(message, command)
        arguments(message)
        lo_bundle_add_message(bundle, profile, message)
    }
}
