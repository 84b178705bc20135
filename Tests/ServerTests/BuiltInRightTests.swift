import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The users of touchd's own units: the counting unit has only `status` and the unlocking unit only `screen`, without any rule.
@Suite struct BuiltInRightTests {
    private static let users: [UInt32: Set<Right>] = [7: [.status], 8: [.screen]]

    private func stage(_ rules: [AccessRules.Rule]?) throws -> Stage {
        var screen = Stage.tree(window: "w").screenSpecs[0]
        screen.windows[0].children[0].isSensitive = true
        let stage = try Stage(RegionTree([screen]))
        stage.access = AccessRules(trusted: [0], rules: rules, builtIn: Self.users)
        return stage
    }

    private func error(_ stage: Stage, _ user: UInt32, _ line: String) -> JSONValue? {
        stage.receive(stage.connect(line, user: user)).last?["error"]
    }

    /// Tested without rules (everybody sees everything) and with rules that name only other users.
    @Test(arguments: [true, false], [7, 8] as [UInt32])
    func `a unit's user may do what the unit is for, with and without access rules, and nothing else`(hasRules: Bool, user: UInt32) throws {
        let rules = hasRules ? [AccessRules.Rule(user: 1, rights: [.receive])] : nil
        for (line, requirement) in AccessTests.requests where !line.contains("reset") {
            let stage = try stage(rules)
            let error = error(stage, user, line)
            let isOwn = if case .right(let right) = requirement { Self.users[user]!.contains(right) } else { false }
            if requirement == .nothing && !line.contains("subscribe") { continue }
            if isOwn { #expect(error == nil, "\(line)") }
            if requirement != .nothing, !isOwn { #expect(error?["code"]?.string == "notAllowed", "\(line)") }
        }
        let right = Self.users[user]!.first!.rawValue
        let message = error(try stage(rules), user, #"{"type":"clients"}"#)?["message"]?.string
        #expect(message?.contains("only the built-in right \"\(right)\"") == true, "\(message ?? "")")
        #expect(error(try stage(rules), user, #"{"type":"subscribe","observe":true}"#)?["code"]?.string == "notAllowed")
        #expect(error(try stage(rules), user, #"{"type":"stats","reset":true}"#)?["code"]?.string == "notAllowed")
    }

    @Test func `the counts are those that an administrator is told`() throws {
        let stage = try stage([])
        for x: Int32 in [10, 700] {
            stage.frame([0: (x, 10)])
            stage.frame([0: nil])
        }
        func counts(_ user: UInt32, on socket: Listener.Role = .events) -> [String] {
            guard case .object(let counts)? = stage.receive(stage.connect(#"{"type":"status"}"#, user: user, on: socket)).last?["counts"] else {
                return []
            }
            return counts.keys.sorted()
        }
        #expect(counts(7).contains("frames") && counts(7) == counts(1, on: .admin))
    }

    @Test func `access rules may give more, and a token none of it`() throws {
        let stage = try stage([AccessRules.Rule(user: 7, rights: [.receive, .reload])])
        #expect(error(stage, 7, #"{"type":"reload"}"#) == nil && error(stage, 7, #"{"type":"status"}"#) == nil)
        stage.access.bridges = [7]
        let client = stage.connect(#"{"type":"hello","id":1,"as":"page"}"#, #"{"type":"status","id":2}"#, user: 7)
        #expect(stage.receive(client).last?["error"]?["code"]?.string == "notAllowed")
    }
}
