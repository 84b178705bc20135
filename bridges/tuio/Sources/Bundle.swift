import CLiblo

/// An OSC bundle of the profile 2Dcur: who sends it, who is alive, where they are, and its number.
enum Bundle {
    static let profile = "/tuio/2Dcur"
    /// A datagram in one packet of Ethernet, over IPv6.
    static let bytesMax = 1452
    /// The bundle's own head; "source" with the longest name; "alive" without cursors; "fseq".
    private static let fixedBytes = 16 + (4 + 12 + 4 + 8 + SettingsReader.sourceMax + 4) + (4 + 12 + 4 + 8) + (4 + 12 + 4 + 8 + 4)
    private static let setBytes = 4 + 12 + 12 + 4 + 6 * 4
    /// Its number, and its letter among the types.
    private static let aliveBytes = 5

    /// How many cursors' states fit beside so many living ones.
    static func setsMax(alive: Int) -> Int { max((bytesMax - fixedBytes - alive * aliveBytes - 4) / setBytes, 1) }

    /// - Parameter number: of the bundle; a receiver tells by it which of two is the later.
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
