import Glibc
import Testing

@testable import Logging
@testable import Server
@testable import TouchCore
@testable import Wire

/// Connections that name a token have the token's rights and no others.
@Suite struct TokenTests {
    private let subscribe = #"{"type":"subscribe","id":1}"#
    private let trace = #"{"type":"trace","id":2,"on":true}"#
    private let bridge: UInt32 = 42

    private func name(_ token: String) -> String { #"{"type":"hello","id":9,"as":"\#(token)"}"# }

    private func error(_ lines: [JSONValue], _ id: Int = 1, _ key: String = "code") -> String? {
        lines.last { $0.type == "reply" && $0.int("id") == id }?["error"]?[key]?.string
    }

    private func isDone(_ lines: [JSONValue], _ id: Int = 9) -> Bool {
        lines.contains { $0.type == "reply" && $0.int("id") == id && $0["ok"]?.bool == true }
    }

    private func regions(_ lines: [JSONValue]) -> [String] {
        (lines.last { $0.type == "snapshot" }?["regions"]?.array ?? []).compactMap { $0["path"]?.string }.sorted()
    }

    private func stage(_ rules: AccessRules.Rule...) throws -> Stage {
        let stage = try Stage()
        stage.access = AccessRules(trusted: [7], bridges: [bridge], rules: rules)
        return stage
    }

    @Test func `a token has the rights of its rules, and none of its user's`() throws {
        let stage = try stage(
            AccessRules.Rule(user: bridge, regions: ["w/b"], rights: [.receive, .claim]), AccessRules.Rule(regions: ["w"], rights: [.receive]),
            AccessRules.Rule(token: "page", regions: ["w/a"], rights: [.receive]))
        let page = stage.connect(name("page"), subscribe, user: bridge)
        let lines = stage.receive(page)
        #expect(isDone(lines) && regions(lines) == ["w/a"])
        // Without the token, the user's own rights apply and none of the token's.
        #expect(regions(stage.receive(stage.connect(subscribe, user: bridge))) == ["w", "w/b"])
        // A token that no rule names has no rights.
        let unknown = stage.receive(stage.connect(name("unknown"), subscribe, user: bridge))
        #expect(isDone(unknown) && error(unknown) == "notAllowed")
        #expect(error(unknown, 1, "message")?.contains("token \"unknown\" may not receive") == true)
        #expect(error(unknown, 1, "message")?.contains("no access rule grants this token") == true)
    }

    @Test func `a rule with a token and a user wants both`() throws {
        let stage = try stage(AccessRules.Rule(user: 43, token: "page", rights: [.receive]))
        stage.access.bridges = [bridge, 43]
        #expect(error(stage.receive(stage.connect(name("page"), subscribe, user: bridge))) == "notAllowed")
        #expect(regions(stage.receive(stage.connect(name("page"), subscribe, user: 43))) == ["w", "w/a", "w/b"])
    }

    @Test func `without rules a token receives and observes, as anybody does, and no more`() throws {
        let stage = try stage()
        stage.access.rules = nil
        let page = stage.connect(
            name("page"), #"{"type":"subscribe","id":1,"observe":true}"#, #"{"type":"claim","id":3,"receivers":["a"]}"#, trace, user: bridge)
        let lines = stage.receive(page)
        #expect(regions(lines) == ["w", "w/a", "w/b"] && error(lines) == nil)
        #expect(error(lines, 3) == "notAllowed" && error(lines, 2) == "notAllowed")
    }

    @Test func `a token of a user who is no bridge any more has nothing, also without rules`() throws {
        let stage = try stage()
        stage.access.rules = nil
        let page = stage.connect(name("page"), #"{"type":"subscribe","id":1,"observe":true}"#, user: bridge)
        #expect(regions(stage.receive(page)) == ["w", "w/a", "w/b"])
        stage.access.bridges = []
        stage.replaceTree(Stage.tree(window: "w"))
        stage.frame([0: (10, 10)])
        stage.turn()
        #expect(stage.receive(page).flatMap(\.events).isEmpty)
        page.send(#"{"type":"subscribe","id":4}"#)
        stage.turn()
        #expect(error(stage.receive(page), 4) == "notAllowed")
    }

    @Test func `nobody but bridges and trusted users names a token, and who may not is left without rights`() throws {
        let stage = try stage(AccessRules.Rule(rights: [.receive]), AccessRules.Rule(token: "page", rights: [.receive]))
        let stranger = stage.receive(stage.connect(name("page"), subscribe, user: 1))
        #expect(error(stranger, 9) == "notAllowed" && error(stranger) == "notAllowed")
        #expect(regions(stage.receive(stage.connect(name("page"), subscribe, user: 7))) == ["w", "w/a", "w/b"])
        // The same holds without rules, where everybody else receives.
        stage.access.rules = nil
        let other = stage.receive(stage.connect(name("page"), subscribe, #"{"type":"subscribe","id":5,"observe":true}"#, user: 1))
        #expect(error(other) == "notAllowed" && error(other, 5) == "notAllowed")
    }

    @Test func `the admin socket names no token, and so sees nothing of a sensitive region by one`() throws {
        var screen = Stage.tree(window: "w").screenSpecs[0]
        screen.windows[0].children[0].isSensitive = true
        let stage = try Stage(RegionTree([screen]))
        stage.access = AccessRules(trusted: [7], bridges: [bridge], rules: [AccessRules.Rule(token: "pin", rights: [.receive, .sensitive])])
        let admin = stage.connect(name("pin"), subscribe, user: 1, on: .admin)
        let page = stage.connect(name("pin"), subscribe, user: bridge)
        let lines = stage.receive(admin)
        #expect(error(lines, 9) == "notAllowed" && error(lines) == "notAllowed" && isDone(stage.receive(page)))
        stage.frame([0: (100, 100)])
        stage.turn()
        #expect(stage.receive(admin).isEmpty)
        #expect(stage.receive(page).flatMap(\.events).contains { $0["x"]?.number == 100 })
        // Trusted users and bridges name tokens there too.
        for user in [7, bridge] { #expect(isDone(stage.receive(stage.connect(name("pin"), user: user, on: .admin)))) }
    }

    @Test func `a reload that makes a bridge of a user gives nothing to a connection that was refused`() throws {
        let stage = try stage(AccessRules.Rule(user: 1, rights: [.receive]), AccessRules.Rule(token: "page", rights: [.receive]))
        let stranger = stage.connect(name("page"), user: 1)
        #expect(error(stage.receive(stranger), 9) == "notAllowed")
        for bridges in [[bridge], [bridge, 1]] {
            stage.access.bridges = Set(bridges)
            stage.replaceTree(Stage.tree(window: "w"))
            for line in [subscribe, name("page")] { stranger.send(line) }
            stage.turn()
            let lines = stage.receive(stranger)
            #expect(error(lines) == "notAllowed" && error(lines, 9, "message")?.contains("has already named a token, and was not allowed to") == true)
        }
    }

    @Test func `a trusted user and an administrator are neither once they have named a token`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", rights: [.receive]))
        for socket in [Listener.Role.events, .admin] {
            let page = stage.connect(
                name("page"), trace, #"{"type":"claim","id":3,"receivers":["a"]}"#, #"{"type":"reload","id":4}"#, #"{"type":"status","id":5}"#,
                user: 7,
                on: socket)
            let lines = stage.receive(page)
            for id in 2...5 { #expect(error(lines, id) == "notAllowed", "\(id)") }
        }
    }

    @Test func `a token comes first and once`() throws {
        let stage = try stage(
            AccessRules.Rule(user: bridge, rights: [.receive]), AccessRules.Rule(token: "page", regions: ["w/a"], rights: [.receive]))
        let late = stage.receive(stage.connect(subscribe, name("page"), user: bridge))
        #expect(error(late, 9) == "notAllowed" && regions(late) == ["w", "w/a", "w/b"])
        let twice = stage.connect(#"{"type":"ping"}"#, name("page"), name("other"), subscribe, user: bridge)
        let lines = stage.receive(twice)
        #expect(error(lines, 9, "message")?.contains("already named the token \"page\"") == true && regions(lines) == ["w/a"])
    }

    @Test func `a line with a token is answered, with or without an id`() throws {
        let stage = try stage()
        let lines = stage.receive(stage.connect(#"{"type":"hello","as":"page"}"#, user: bridge))
        #expect(lines.map(\.type) == ["hello", "reply"] && lines[1]["ok"]?.bool == true)
        for wrong in ["", "a b", "a/b", "ä", String(repeating: "x", count: 65)] {
            #expect(error(stage.receive(stage.connect(name(wrong), user: bridge)), 9) == "badRequest", "\(wrong)")
        }
        #expect(isDone(stage.receive(stage.connect(name(String(repeating: "x", count: 64)), user: bridge))))
    }

    @Test func `a reload gives a token other rights, and takes what it may not have any more`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", regions: ["w/a"], rights: [.receive, .claim]))
        let page = stage.connect(name("page"), subscribe, #"{"type":"claim","id":3,"receivers":["a"]}"#, user: bridge)
        #expect(isDone(stage.receive(page), 3))
        stage.access.rules = [AccessRules.Rule(token: "page", regions: ["w/b"], rights: [.receive])]
        stage.replaceTree(Stage.tree(window: "w"))
        stage.turn()
        #expect(stage.receive(page).contains { $0.type == "released" })
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.turn()
        #expect(stage.receive(page).flatMap(\.events).compactMap { $0["region"]?.string } == ["b"])
        // Its user is no longer a bridge, so the connection has no rights.
        stage.access.bridges = []
        stage.replaceTree(Stage.tree(window: "w"))
        stage.frame([0: nil, 1: nil])
        stage.frame([1: (700, 10)])
        stage.turn()
        #expect(stage.receive(page).flatMap(\.events).compactMap { $0["phase"]?.string } == ["cancelled"])
    }

    @Test func `clients and the log name the token`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", rights: [.receive]))
        let page = stage.connect(name("page"), subscribe, user: bridge)
        let admin = stage.connect(#"{"type":"clients","id":1}"#, on: .admin)
        let clients = stage.receive(admin).last?["clients"]?.array ?? []
        #expect(clients.map { $0["token"]?.string } == ["page", nil])
        var log: [String] = []
        stage.publisher.log = { log.append($0.text) }
        page.send(String(repeating: "x", count: ServerMessages.maximumLine + 1))
        stage.turn()
        #expect(log.count == 1 && log[0].contains(", token \"page\" sent a line"), "\(log)")
    }

    @Test func `who may not name a token takes none of its places`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", rights: [.receive]))
        let strangers = (0..<Limit.clientsOfToken).map { _ in stage.connect(name("page"), user: 1) }
        for stranger in strangers { #expect(error(stage.receive(stranger), 9) == "notAllowed") }
        let page = stage.receive(stage.connect(name("page"), subscribe, user: bridge))
        #expect(isDone(page) && regions(page) == ["w", "w/a", "w/b"])
        withExtendedLifetime(strangers) {}
    }

    @Test(arguments: [
        #"{"type":"hello","id":9,"as":7}"#, #"{"type":"hello","id":9,"as":"no such name"}"#, #"{"type":"hello","id":9,"as":""}"#,
        #"{"type":"hello","id":9,"as":"page","protocol":"1"}"#, #"{"type":"hello","id":9,"as":"page","nme":"x"}"#,
        #"{"type":"hello","id":{},"as":"page"}"#,
    ])
    func `a line that was to name a token and cannot be used leaves the connection without rights`(line: String) throws {
        let stage = try stage(AccessRules.Rule(user: bridge, rights: [.receive]), AccessRules.Rule(token: "page", rights: [.receive]))
        #expect(isDone(stage.receive(stage.connect(subscribe, user: bridge)), 1), "the user's own")
        for user in [bridge, 7, 0] {
            let page = stage.connect(line, subscribe, name("page"), user: user)
            let lines = stage.receive(page)
            #expect(error(lines) == "notAllowed", "\(lines)")
            #expect(error(lines, 9) == "notAllowed", "nor may it try again")
        }
    }

    @Test func `such a line after other requests changes nothing`() throws {
        let stage = try stage(AccessRules.Rule(user: bridge, rights: [.receive]))
        let page = stage.connect(subscribe, #"{"type":"hello","id":9,"as":7}"#, #"{"type":"subscribe","id":3}"#, user: bridge)
        let lines = stage.receive(page)
        #expect(error(lines, 9) == "badRequest")
        #expect(isDone(lines, 1) && isDone(lines, 3))
    }

    @Test func `who names a new token each time has the limits of one user`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", rights: [.receive]))
        var flood = LogFlood()
        var log: [String] = []
        stage.publisher.log = { message in if let line = flood.admit(message, at: 0) { log.append(line.text) } }
        var last: TestClient?
        for count in 0..<100 {
            last = stage.connect(name("t\(count)"), user: 1)
            #expect(error(stage.receive(last!), 9) == "notAllowed")
        }
        #expect(log.count == 20 && log[0].contains("may not name the token \"t0\""), "\(log.count) \(log.first ?? "")")
        #expect(stage.publisher.clients.last?.principal == Principal(user: 1))
        last = nil
    }

    @Test func `a token cannot fill the places of its bridge, and each token has separate patterns`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", rights: [.receive]), AccessRules.Rule(token: "other", rights: [.receive]))
        let pages = (0..<Limit.clientsOfToken).map { _ in stage.connect(name("page"), user: bridge) }
        let refused = stage.connect(name("page"), subscribe, user: bridge)
        let lines = stage.receive(refused)
        #expect(lines.last?.type == "bye" && lines.last?["reason"]?.string == "tooManyClients" && refused.isClosed)
        #expect(lines.last?["message"]?.string?.contains("token \"page\" has that many") == true)
        #expect(isDone(stage.receive(stage.connect(name("other"), user: bridge))))
        let patterns = (0..<32).map { "\"w/\($0)\"" }.joined(separator: ",")
        let wish = #"{"type":"subscribe","id":1,"regions":[\#(patterns)]}"#
        for page in pages.prefix(Limit.patternsOfUser / 32) { page.send(wish) }
        stage.turn()
        for page in pages.prefix(Limit.patternsOfUser / 32) { #expect(error(stage.receive(page)) == nil) }
        pages.last!.send(wish)
        stage.turn()
        #expect(error(stage.receive(pages.last!), 1, "message")?.hasPrefix("token \"page\" would have") == true)
        #expect(error(stage.receive(stage.connect(name("other"), wish, user: bridge))) == nil)
    }

    @Test func `pages that hang up keep their token's places until what they began has ended`() throws {
        let stage = try stage(AccessRules.Rule(token: "page", rights: [.receive]))
        let staying = (0..<Limit.clientsOfToken - 2).map { _ in stage.connect(name("page"), user: bridge) }
        let last = stage.connect(user: bridge)
        stage.peer = Peer(pid: 1, user: bridge)
        for _ in 0..<2 {
            let page = TestClient(stage.path)
            page.send(name("page"))
            page.send(subscribe)
        }
        for _ in 0..<10 where stage.publisher.connections.leavingCount < 2 { stage.loop.turn(waiting: 0) }
        #expect(stage.publisher.connections.leavingCount == 2)
        last.send(name("page"))
        stage.turn()
        #expect(stage.receive(last).last?["reason"]?.string == "tooManyClients")
        withExtendedLifetime(staying) {}
    }

    @Test func `an edit of a token is held against its rules`() throws {
        let stage = try stage(
            AccessRules.Rule(user: bridge, rights: [.edit, .receive]),
            AccessRules.Rule(token: "page", regions: ["w/a/**"], rights: [.edit, .receive]))
        func add(_ parent: String, _ id: Int) -> String {
            #"{"type":"edit","id":\#(id),"edits":[{"op":"add","parent":"\#(parent)","region":{"id":"new\#(id)","frame":[0,0,10,10]}}]}"#
        }
        let lines = stage.receive(stage.connect(name("page"), add("a", 1), add("b", 2), user: bridge))
        #expect(isDone(lines, 1) && error(lines, 2) == "notAllowed")
        #expect(error(lines, 2, "message")?.contains("token \"page\"") == true)
    }
}
