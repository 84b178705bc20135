import Testing

@testable import touchctl

@Suite struct UnknownCommandTests {
    private func message(_ line: String) -> String? {
        UnknownCommand.first(in: line.split(separator: " ").map(String.init), of: Touchctl.self)?.description
    }

    @Test(arguments: [
        ("chek", "touchctl: there is no command \"chek\"; did you mean \"check\"?"),
        ("Monitor --json", "touchctl: there is no command \"Monitor\"; did you mean \"monitor\"?"),
        ("stauts", "touchctl: there is no command \"stauts\"; did you mean \"status\"?"),
        ("inject tpa 1 2", "touchctl inject: there is no command \"tpa\"; did you mean \"tap\"?"),
        ("help chek", "touchctl: there is no command \"chek\"; did you mean \"check\"?"),
        ("halp", "touchctl: there is no command \"halp\"; did you mean \"help\"?"),
        ("tap 1 2", "touchctl: there is no command \"tap\"; did you mean \"inject tap\"?"),
        ("inject fly", "touchctl inject: there is no command \"fly\"; there are tap, drag, swipe, pinch"),
    ])
    func `a command that there is not has what was meant, or what there is`(line: String, expected: String) {
        #expect(message(line) == expected)
    }

    @Test(arguments: [
        "", "check", "check chek", "--version", "help", "help inject tap", "help help", "inject tap 1 2", "--help chek", "inject --help",
    ])
    func `one that there is, and what is no command, pass`(line: String) {
        #expect(message(line) == nil)
    }
}
