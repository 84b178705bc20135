import Testing

@testable import touchctl

@Suite struct WrongArgumentsTests {
    private func message(_ line: String) -> String? {
        let arguments = Touchctl.prepared(line.split(separator: " ").map(String.init))
        do { _ = try Touchctl.parseAsRoot(arguments) } catch {
            return WrongArguments(message: Touchctl.message(for: error), arguments: arguments).description
        }
        return nil
    }

    @Test(arguments: [
        ("status --sokcet x", "touchctl: wrong arguments (see touchctl help status): unknown option --sokcet; did you mean --socket?"),
        ("--sokcet x status", "touchctl: wrong arguments (see touchctl help): unknown option --sokcet; did you mean --socket?"),
        ("-v", "touchctl: wrong arguments (see touchctl help): unknown option -v; did you mean -V?"),
        ("report --since 1d --outptu x", "touchctl: wrong arguments (see touchctl help report): unknown option --outptu; did you mean --output?"),
        ("check --nonsense", "touchctl: wrong arguments (see touchctl help check): unknown option --nonsense"),
        ("metrics --json", "touchctl: wrong arguments (see touchctl help metrics): --json is no option of \"touchctl metrics\""),
        ("check --config x", "touchctl: wrong arguments (see touchctl help check): --config is no option of \"touchctl check\""),
        ("hit 1", "touchctl: wrong arguments (see touchctl help hit): missing expected argument '<y>'"),
        ("inject tap x 1", "touchctl: wrong arguments (see touchctl help inject tap): the value 'x' is invalid for '<x>': it must be a number"),
        (
            "replay --speed slow a",
            "touchctl: wrong arguments (see touchctl help replay): the value 'slow' is invalid for --speed <speed>; give one of 'realtime' or 'max'"
        ),
        (
            "monitor --events tuch",
            "touchctl: wrong arguments (see touchctl help monitor): there is no kind of events \"tuch\"; did you mean \"touch\"?"
        ),
        (
            "monitor --events dance",
            "touchctl: wrong arguments (see touchctl help monitor): there is no kind of events \"dance\"; the kinds are touch, gesture, control and scroll"
        ),
        ("monitor --phases begann", "touchctl: wrong arguments (see touchctl help monitor): there is no phase \"begann\"; did you mean \"began\"?"),
    ])
    func `wrong arguments are one line in the form of other messages`(line: String, expected: String) { #expect(message(line) == expected) }
}
