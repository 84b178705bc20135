import Testing
@testable import TouchdClient

@testable import touchd_tuio

@Suite struct `TUIO bundles` {
    private func cursor(_ session: Int32, at place: Point = Point(0.5, 0.25)) -> Cursor {
        Cursor(session: session, touch: UInt64(session), receiver: nil, place: place, time: 0, now: 0)
    }

    /// An OSC text: NUL-terminated and padded to a multiple of four bytes.
    private func text(_ string: String) -> [UInt8] {
        let bytes = Array(string.utf8) + [0]
        return bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }

    @Test func `a bundle has its bytes as OSC 1.0 and TUIO 1.1 say`() {
        let bytes = Bundle.encode(BundleContent(alive: [7], sets: [cursor(7)]), source: "touchd@kiosk", number: 258)
        let source = text("/tuio/2Dcur") + text(",ss") + text("source") + text("touchd@kiosk")
        let alive = text("/tuio/2Dcur") + text(",si") + text("alive") + [0, 0, 0, 7]
        let set: [UInt8] =
            text("/tuio/2Dcur") + text(",sifffff") + text("set") + [0, 0, 0, 7] + [0x3f, 0, 0, 0] + [0x3e, 0x80, 0, 0]
            + Array(repeating: 0, count: 12)
        let fseq = text("/tuio/2Dcur") + text(",si") + text("fseq") + [0, 0, 1, 2]
        var expected = text("#bundle") + [0, 0, 0, 0, 0, 0, 0, 1]
        for message in [source, alive, set, fseq] { expected += [0, 0, 0, UInt8(message.count)] + message }
        #expect(bytes == expected)
    }

    @Test func `no finger is an empty list of the living`() {
        let bytes = Bundle.encode(BundleContent(alive: [], sets: []), source: "s", number: 1)
        let alive = text("/tuio/2Dcur") + text(",s") + text("alive")
        #expect(contains(bytes, [0, 0, 0, 24] + alive))
        #expect(!contains(bytes, text("set")))
    }

    @Test(arguments: [1, 2, 10, 17, 18, 40, 100])
    func `a bundle fits into a packet, and all sets are told`(count: Int) {
        let cursors = (1...count).map { cursor(Int32($0)) }
        let bundles = BundleContent.bundles(of: cursors, isFull: true)
        let longest = String(repeating: "s", count: SettingsReader.sourceMax)
        for bundle in bundles { #expect(Bundle.encode(bundle, source: longest, number: .max).count <= Bundle.bytesMax) }
        #expect(bundles.flatMap(\.sets).map(\.session) == cursors.map(\.session))
        #expect(bundles.last?.alive == cursors.map(\.session))
    }

    @Test func `a bundle of many cursors has no room for one more set`() {
        let longest = String(repeating: "s", count: SettingsReader.sourceMax)
        for count in 30...150 {
            let cursors = (1...count).map { cursor(Int32($0)) }
            func size(_ sets: Int) -> Int {
                let content = BundleContent(alive: cursors.map(\.session), sets: Array(cursors.prefix(sets)))
                return Bundle.encode(content, source: longest, number: .max).count
            }
            let most = Bundle.setsMax(alive: count)
            // The padding of the type string may leave a few bytes free.
            #expect(size(most) <= Bundle.bytesMax && size(most + 1) > Bundle.bytesMax - 8, "\(count) cursors")
        }
    }

    @Test func `a cursor comes to life in the bundle that has its place`() {
        var known: Set<Int32> = []
        for bundle in BundleContent.bundles(of: (1...60).map { cursor(Int32($0)) }, isFull: false) {
            known.formUnion(bundle.sets.map(\.session))
            #expect(Set(bundle.alive) == known)
        }
        #expect(known.count == 60)
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
