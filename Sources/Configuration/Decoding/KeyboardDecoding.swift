import StrictYAML
import TouchCore
import Vocabulary

/// The keyboard of a screen, if it has one, and the screen's id, for messages.
package typealias ScreenKeyboard = (rules: KeyboardRules?, screen: String)

extension KeyboardRules {
    /// Reads the `keyboard` section of a screen; nil without a section.
    package init?(_ node: YAMLNode?, _ log: DiagnosticLog) {
        guard let node else { return nil }
        var allow: Set<UInt16> = []
        for item in node.items("allow") {
            guard let key = KeyDecoding.key(item, "\"allow\" in the keyboard", log) else { continue }
            if Self.neverTyped.contains(key) {
                log.warning(item.mark, .keyNeverTyped, "\"allow\" in the keyboard: \(KeyName.name(key)) is never typed; remove it")
            }
            allow.insert(key)
        }
        self.init(allow: allow)
    }
}

enum KeyDecoding {
    /// Returns the code of the key that a value names. Logs an error, and returns nil, if there is no such key.
    ///
    /// - Parameter place: the key that has the value, for the message.
    static func key(_ node: YAMLNode, _ place: String, _ log: DiagnosticLog) -> UInt16? {
        // The shapes have reported what does not look like a key.
        guard let name = node.string, StringForm.keyName.accepts(name) else { return nil }
        if let code = KeyName.code(name) { return code }
        logMissing(name, node.mark, place, log)
        return nil
    }

    /// Logs an error if a key of a keypad does not exist. A keypad may also have buttons (`BTN_…`), whose names have no table.
    static func check(_ name: String, _ mark: Mark, _ place: String, _ log: DiagnosticLog) {
        if StringForm.keyName.accepts(name), name.utf8.starts(with: "KEY_".utf8), KeyName.code(name) == nil { logMissing(name, mark, place, log) }
    }

    /// Logs an error if a switch of a keypad does not exist.
    static func checkSwitch(_ name: String, _ mark: Mark, _ keypad: String, _ log: DiagnosticLog) {
        guard StringForm.switchName.accepts(name), SwitchName.code(name) == nil else { return }
        log.error(
            mark, "\"switches\" of \(keypad): there is no switch \(quoted(name))\(suggestionSuffix(for: name, among: SwitchName.all))")
    }

    private static func logMissing(_ name: String, _ mark: Mark, _ place: String, _ log: DiagnosticLog) {
        log.error(mark, "\(place): there is no key \(quoted(name))\(suggestionSuffix(for: name, among: KeyName.all))")
    }
}
