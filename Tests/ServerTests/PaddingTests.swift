import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The length of lines to a connection that may look into a sensitive region is padded, so that the kernel's queue sizes reveal no key.
@Suite struct PaddingTests {
    /// A pad of nine keys with `b` beside it.
    private static func tree() -> RegionTree {
        let ids = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        let keys = ids.enumerated().map { place, id in
            RegionSpec(
                id: id, kind: .button, geometry: RegionGeometry(frame: Rect(Double(place % 3) * 150, Double(place / 3) * 150, 150, 150)))
        }
        var pad = RegionSpec(id: "pad", kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 500, 500)), children: keys)
        pad.isSensitive = true
        let b = RegionSpec(id: "b", kind: .view, geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [pad, b])
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private static let claim = #"{"type":"claim","id":2,"receivers":["pad"]}"#

    /// The lines received since the last call, with their line ends.
    private func lines(_ client: TestClient, _ stage: Stage) -> [[UInt8]] {
        client.bytes = []
        _ = stage.receive(client)
        return client.bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map { $0 + [10] }
    }

    private func isPadded(_ line: [UInt8]) -> Bool {
        let text = line.dropLast()
        let spaces = text.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        return line.count % LinePadding.unit == 0 && spaces < LinePadding.unit && text.dropLast(spaces).last == UInt8(ascii: "}")
    }

    private func isPlain(_ line: [UInt8]) -> Bool { line.suffix(2) == [UInt8(ascii: "}"), 10] }

    @Test func `all lines to the owner are padded from the claim's reply on, and none to others`() throws {
        let stage = try Stage(Self.tree())
        let subscribe = #"{"type":"subscribe","id":1,"observe":true}"#
        let owner = stage.connect(subscribe)
        let others = [stage.connect(subscribe), stage.connect(subscribe, user: 0, on: .admin)]
        #expect(lines(owner, stage).allSatisfy(isPlain))
        for other in others { _ = stage.receive(other) }
        for client in others + [owner] { for line in [#"{"type":"ping","id":7}"#, #"{"type":"hit","id":8,"point":[5,5]}"#] { client.send(line) } }
        owner.send(Self.claim)
        owner.send(#"{"type":"nonsense","id":9}"#)
        owner.send(#"{"type":"ping","id":10}"#)
        stage.turn()
        let answers = lines(owner, stage)
        #expect(answers.prefix(2).allSatisfy(isPlain) && answers.dropFirst(2).allSatisfy(isPadded) && answers.count == 5)
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.frame([0: (20, 10), 1: (720, 10)])
        stage.frame([0: nil, 1: nil])
        stage.replaceTree(Self.tree())
        owner.send(#"{"type":"release","id":11,"receivers":["pad"]}"#)
        stage.turn()
        owner.send(#"{"type":"ping","id":12}"#)  // a connection that has looked in stays padded
        stage.turn()
        let rest = lines(owner, stage)
        #expect(rest.count > 5 && rest.allSatisfy(isPadded))
        for other in others { #expect(lines(other, stage).allSatisfy(isPlain)) }
        stage.publisher.close()
        #expect(isPadded(lines(owner, stage).last!) && isPlain(lines(others[0], stage).last!))
    }

    @Test func `a client that a rule lets look in has all its lines padded, the first included`() throws {
        let stage = try Stage(Self.tree())
        let rule = AccessRules.Rule(user: 1, regions: ["w/pad/**"], rights: [.receive, .sensitive])
        stage.access = AccessRules(trusted: [1000], bridges: [42], rules: [rule, AccessRules.Rule(token: "pin", rights: [.receive, .sensitive])])
        let looker = stage.connect(#"{"type":"ping","id":1}"#, #"{"type":"hit","id":2,"point":[5,5]}"#, user: 1)
        let all = lines(looker, stage)
        #expect(all.count == 3 && all.allSatisfy(isPadded))
        looker.send(#"{"type":"subscribe","id":3}"#)
        stage.turn()
        stage.frame([0: (10, 10)])
        #expect(lines(looker, stage).allSatisfy(isPadded))
        // Padded from the naming of the token.
        let page = stage.connect(#"{"type":"hello","id":1,"as":"pin"}"#, #"{"type":"ping","id":2}"#, user: 42)
        #expect(lines(page, stage).map(isPadded) == [false, true, true])
        // Padded from the reload.
        let late = stage.connect(user: 2)
        stage.access.rules!.append(AccessRules.Rule(user: 2, rights: [.sensitive]))
        stage.replaceTree(Self.tree())
        late.send(#"{"type":"ping","id":1}"#)
        stage.turn()
        #expect(lines(late, stage).map(isPadded) == [false, true])
    }

    /// The owner's lines have the same lengths for every key, if a finger does the same on each.
    @Test func `which key is touched does not show in the lengths of lines`() throws {
        func lengths(_ key: Int) throws -> [Int] {
            let stage = try Stage(Self.tree())
            let owner = stage.connect(#"{"type":"subscribe","id":1}"#, Self.claim)
            _ = lines(owner, stage)
            let (x, y) = (Int32(key % 3 * 150 + 7), Int32(key / 3 * 150 + 7))
            stage.frame([0: (x, y)])
            stage.frame([0: (x + 5, y)])
            stage.frame([0: nil])
            let all = lines(owner, stage)
            #expect(all.contains { String(decoding: $0, as: UTF8.self).contains("touchUpInside") })
            return all.map(\.count)
        }
        let first = try lengths(0)
        #expect(first.count >= 3)
        for key in 1..<9 { #expect(try lengths(key) == first, "key \(key)") }
    }

    @Test func `lines are padded each by itself, and those that fill a multiple get nothing`() {
        func padded(_ text: String) -> [Int] {
            var bytes: [UInt8] = [1, 2, 3]
            Array(text.utf8).withUnsafeBufferPointer { LinePadding.copy($0, to: &bytes) }
            #expect(
                bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self).trimmingSuffix(" ") }
                    == text.split(separator: "\n").map(String.init))
            return bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map { $0.count + 1 }
        }
        #expect(padded("{}\n") == [128])
        #expect(padded(String(repeating: "x", count: 127) + "\n" + "{}\n") == [128, 128])
        #expect(padded(String(repeating: "x", count: 128) + "\n") == [256])
    }

    @Test func `a padded line that the kernel takes in pieces stays whole`() {
        var taken: [UInt8] = []
        var outbox = Outbox(fd: -1, now: { 0 })
        outbox.isPadded = true
        outbox.write = { _, bytes, count in
            let most = min(count, 50)
            taken += UnsafeRawBufferPointer(start: bytes, count: most)
            return most
        }
        outbox.send(Array("{\"a\":1}\n".utf8))
        outbox.send(Array("{\"b\":2}\n".utf8))
        outbox.checkInvariants()
        #expect(outbox.count == 256 - 50)
        outbox.flush()
        outbox.checkInvariants()
        let lines = taken.split(separator: 10)
        #expect(taken.count == 256 && lines.map { String(decoding: $0, as: UTF8.self).trimmingSuffix(" ") } == ["{\"a\":1}", "{\"b\":2}"])
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
