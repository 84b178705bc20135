/// The names of the kernel's keys (input-event-codes.h), such as `KEY_A`. Buttons (`BTN_…`) are no keys.
public enum KeyName {
    /// The number of key codes, the kernel's KEY_CNT.
    public static let count = 768

    /// Returns the code of a key; nil if no key has this name.
    public static func code(_ name: String) -> UInt16? { codes[name] }

    /// Returns the name of a key. A code without a name is shown as a number.
    public static func name(_ code: UInt16) -> String { names[code] ?? "key \(code)" }

    /// Returns the name that stands for all names of a key or button: `KEY_COFFEE` for `KEY_SCREENLOCK`, `BTN_SOUTH` for `BTN_A`.
    public static func firstName(of name: String) -> String { code(name).map { Self.name($0) } ?? buttonAliases[name] ?? name }

    /// Returns whether a code is that of a key with a name. Buttons of mice and joysticks are none.
    public static func isKey(_ code: UInt16) -> Bool { names[code] != nil }

    /// All names, in a fixed order, for suggestions.
    public static let all: [String] = (pairs(table) + pairs(aliases)).map(\.0)

    private static let codes: [String: UInt16] = Dictionary(pairs(table) + pairs(aliases)) { first, _ in first }
    private static let names: [UInt16: String] = Dictionary(pairs(table).map { ($1, $0) }) { first, _ in first }

    private static let buttonAliases: [String: String] = {
        let words = buttons.utf8.split(separator: UInt8(ascii: " ")).map { "BTN_" + String(Substring($0)) }
        return Dictionary(uniqueKeysWithValues: stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) })
    }()

    private static func pairs(_ text: String) -> [(String, UInt16)] {
        let words = text.utf8.split(separator: UInt8(ascii: " "))
        return stride(from: 0, to: words.count - 1, by: 2).map { ("KEY_" + String(Substring(words[$0])), UInt16(String(Substring(words[$0 + 1])))!) }
    }
}
