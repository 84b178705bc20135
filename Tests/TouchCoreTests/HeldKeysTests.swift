import Support
import Testing

@testable import TouchCore

/// Which keys can be typed, and who holds them (contract 8, Typing).
@Suite struct HeldKeysTests {
    private typealias Holder = HeldKeys.Holder

    private static func code(_ name: String) -> UInt16 { KeyName.code("KEY_" + name)! }

    private static func keys(_ names: String) -> HeldKeys {
        HeldKeys(KeyboardRules(allow: Set(names.split(separator: " ").map { code(String($0)) })))
    }

    /// Applies changes such as `+A -A`. Returns the changes of the keyboard in the same form, or the refusal.
    private func type(_ keys: inout HeldKeys, _ text: String, by holder: Holder = .client(1)) -> String {
        let changes = text.split(separator: " ").map { KeyChange(Self.code(String($0.dropFirst())), isDown: $0.first == "+") }
        do { return Self.text(try keys.apply(changes, by: holder)) } catch { return "\(error)" }
    }

    private static func text(_ changes: [KeyChange]) -> String {
        changes.map { ($0.isDown ? "+" : "-") + KeyName.name($0.key).dropFirst(4) }.joined(separator: " ")
    }

    @Test func `a request is typed as a whole or not at all`() {
        var keys = Self.keys("A LEFTSHIFT")
        #expect(type(&keys, "+LEFTSHIFT +A -A -LEFTSHIFT") == "+LEFTSHIFT +A -A -LEFTSHIFT")
        #expect(type(&keys, "+A +B") == "KEY_B is not in \"allow\" of the screen's keyboard" && keys.isEmpty)
    }

    @Test func `a key that two hold goes up when the last lets go`() {
        var keys = Self.keys("A B")
        #expect(type(&keys, "+A", by: .client(1)) == "+A")
        #expect(type(&keys, "+A +A", by: .client(2)) == "")
        #expect(type(&keys, "-A -A", by: .client(2)) == "", "one press is one hold")
        #expect(type(&keys, "-A", by: .client(3)) == "", "it does not hold the key")
        #expect(type(&keys, "+A", by: .touch(TouchID(9), RegionID(slot: 1))) == "")
        #expect(Self.text(keys.release(allOf: .client(1))) == "" && keys.down == [Self.code("A")])
        #expect(Self.text(keys.release(allOf: .touch(TouchID(9), RegionID(slot: 1)))) == "-A" && keys.isEmpty)
    }

    @Test func `what a holder holds is released in reverse`() {
        var keys = Self.keys("A B LEFTCTRL")
        _ = type(&keys, "+LEFTCTRL +A +B")
        #expect(Self.text(keys.release(allOf: .client(1))) == "-B -A -LEFTCTRL")
        _ = type(&keys, "+LEFTCTRL +A")
        #expect(Self.text(keys.releaseAll()) == "-A -LEFTCTRL" && keys.isEmpty)
    }

    /// Written by hand, independent of the sources.
    private static let never = "SYSRQ POWER POWER2 SLEEP SUSPEND RESTART COFFEE SCREENLOCK SCREENSAVER WAKEUP".split(separator: " ").map(String.init)
    private static let withAlt = (1...24).map { "F\($0)" } + ["DELETE", "KPDOT", "BACKSPACE", "LEFT", "RIGHT"]

    @Test(arguments: never) func `some keys are never typed, listed or not`(key: String) {
        var keys = HeldKeys(.everything)
        #expect(type(&keys, "+A +\(key)").hasSuffix("is never typed") && keys.isEmpty)
        #expect(!keys.rules.keys.contains(Self.code(key)), "the device does not have it")
    }

    @Test(arguments: withAlt, ["LEFTALT", "RIGHTALT"]) func `some keys are never down with Alt, whoever holds it and in any order`(
        key: String, alt: String
    ) {
        for control in ["", "+LEFTCTRL ", "+RIGHTCTRL "] {
            var keys = HeldKeys(.everything)
            #expect(type(&keys, "\(control)+\(alt) +\(key)").hasSuffix("is down") && keys.isEmpty)
            #expect(type(&keys, "\(control)+\(key) +\(alt)").hasSuffix("is down") && keys.isEmpty, "a held key repeats")
            _ = type(&keys, "\(control)+\(alt)", by: .client(2))
            #expect(type(&keys, "+\(key)").hasSuffix("is down"))
            #expect(type(&keys, "-\(alt) +\(key)").hasSuffix("is down"), "the other one still holds it")
            #expect(type(&keys, "-\(alt)", by: .client(2)) == "-\(alt)")
            #expect(type(&keys, "+\(key) -\(key) +\(alt) -\(alt) +\(key)") == "+\(key) -\(key) +\(alt) -\(alt) +\(key)")
            #expect(type(&keys, "+\(alt)", by: .client(3)).hasSuffix("is down"))
        }
    }

    @Test func `random holders never get a forbidden key down, and no key stays down`() {
        for round in 0..<rounds(200) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            let names = ["A", "B", "F1", "DELETE", "LEFT", "LEFTALT", "RIGHTALT", "LEFTCTRL", "LEFTSHIFT", "POWER", "SYSRQ", "X"]
            var keys = Self.keys("A B F1 DELETE LEFT LEFTALT RIGHTALT LEFTCTRL LEFTSHIFT POWER SYSRQ")
            var device: Set<String> = []
            func apply(_ text: String) {
                for word in text.split(separator: " ") {
                    let name = String(word.dropFirst())
                    if word.first == "+" { #expect(device.insert(name).inserted) } else { #expect(device.remove(name) != nil) }
                    #expect(device.isDisjoint(with: Self.never + ["X"]), "seed \(seed)")
                    let hasAlt = !device.isDisjoint(with: ["LEFTALT", "RIGHTALT"])
                    #expect(!hasAlt || device.isDisjoint(with: Self.withAlt), "seed \(seed)")
                }
            }
            for _ in 0..<(60 + round % 7) {
                let holder: Holder =
                    Bool.random(using: &random)
                    ? .client(Int.random(in: 1...3, using: &random)) : .touch(TouchID(UInt64.random(in: 1...3, using: &random)), RegionID(slot: 1))
                if Int.random(in: 0..<6, using: &random) == 0 {
                    apply(Self.text(keys.release(allOf: holder)))
                    continue
                }
                let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    KeyChange(Self.code(names.randomElement(using: &random)!), isDown: Int.random(in: 0..<3, using: &random) > 0)
                }
                if let done = try? keys.apply(changes, by: holder) { apply(Self.text(done)) }
                #expect(Set(keys.down.map { String(KeyName.name($0).dropFirst(4)) }) == device, "seed \(seed)")
            }
            for holder in (1...3).flatMap({ [Holder.client($0), .touch(TouchID(UInt64($0)), RegionID(slot: 1))] }) {
                apply(Self.text(keys.release(allOf: holder)))
            }
            #expect(device.isEmpty && keys.isEmpty, "seed \(seed)")
        }
    }
}
