import Glibc
import Testing

@testable import Server
@testable import TouchCore
@testable import Wire

/// Access rights: sockets, users, groups and rules.
@Suite struct AccessTests {
    private let subscribe = #"{"type":"subscribe","id":1}"#
    private let observe = #"{"type":"subscribe","id":1,"observe":true}"#

    private func code(_ lines: [JSONValue]) -> String? { lines.last?["error"]?["code"]?.string }

    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { event in
            ["phase", "region", "reason"].compactMap { event[$0]?.string }.joined(separator: " ")
        }
    }

    private func regions(_ lines: [JSONValue]) -> [String] {
        (lines.last { $0.type == "snapshot" }?["regions"]?.array ?? []).compactMap { $0["path"]?.string }.sorted()
    }

    /// A line of each request type, and the right it requires: none, `claim`, trusted user or administrator.
    static let requests: [(line: String, requirement: Requirement)] = [
        (#"{"type":"hello"}"#, .nothing), (#"{"type":"ping"}"#, .nothing), (#"{"type":"sync"}"#, .nothing),
        (#"{"type":"devices"}"#, .nothing), (#"{"type":"hit","x":1,"y":1}"#, .nothing), (#"{"type":"ack","seq":1}"#, .nothing),
        (#"{"type":"subscribe"}"#, .nothing), (#"{"type":"unsubscribe","subscription":1}"#, .nothing), (#"{"type":"something else"}"#, .nothing),
        (#"{"type":"claim","receivers":["a"]}"#, .right(.claim)), (#"{"type":"release","receivers":["a"]}"#, .right(.claim)),
        (#"{"type":"steal","touches":[1],"by":"a"}"#, .right(.claim)), (#"{"type":"letGo","touches":[1],"by":"a"}"#, .right(.claim)),
        (#"{"type":"answer","id":1,"value":true}"#, .right(.claim)),
        (#"{"type":"edit","edits":[{"op":"remove","region":"none"}]}"#, .right(.edit)), (#"{"type":"trace","on":true}"#, .trust),
        (#"{"type":"screen","mode":"normal"}"#, .right(.screen)),
        (#"{"type":"accessibility","profile":"p","on":true}"#, .right(.accessibility)),
        (#"{"type":"focus","move":"next"}"#, .right(.accessibility)), (#"{"type":"activate"}"#, .right(.accessibility)),
        (#"{"type":"extend"}"#, .right(.accessibility)),
        (#"{"type":"status"}"#, .right(.status)), (#"{"type":"stats"}"#, .right(.status)), (#"{"type":"clients"}"#, .trust),
        (#"{"type":"stats","reset":true}"#, .right(.status)), (#"{"type":"reload"}"#, .right(.reload)),
        (#"{"type":"record","panel":"p"}"#, .admin), (#"{"type":"configuration"}"#, .admin), (#"{"type":"try","configuration":""}"#, .admin),
        (#"{"type":"revert"}"#, .admin),
        (#"{"type":"inject","touches":[{"finger":1,"phase":"began","x":1,"y":1}]}"#, .right(.inject)),
        (#"{"type":"keys","keys":[{"key":"KEY_A","down":true}]}"#, .right(.type)),
    ]

    /// A request missing from the table above has a right that nobody has thought about (CVE-2025-66005, CVE-2025-14338).
    @Test(arguments: requests.indices) func `each request wants the right that it is said to want`(index: Int) throws {
        let (line, requirement) = Self.requests[index]
        #expect(try Request.parse(Array(line.utf8)).requirement == requirement)
        let stage = try Stage()
        stage.access.trusted = [7]
        stage.access.rules = [
            AccessRules.Rule(user: 8, rights: [.claim, .edit, .screen, .status, .reload, .accessibility, .inject, .type])
        ]
        func isRefused(_ user: UInt32, _ socket: Listener.Role = .events) -> Bool {
            code(stage.receive(stage.connect(line, user: user, on: socket))) == "notAllowed"
        }
        // The right to subscribe has its own checks below.
        guard !line.contains("subscribe") else { return }
        let claims = ["claim", "steal", "letGo"].contains { line.contains("\"\($0)\"") }  // refused because there is no subscription or no claim
        let isReset = line.contains("reset")  // resetting the shared counts requires a trusted user
        switch requirement {
        case .nothing: #expect(!isRefused(1) && !isRefused(7) && !isRefused(1, .admin))
        case .right(.reload), .right(.inject): #expect(isRefused(1) && isRefused(7) && !isRefused(8) && !isRefused(1, .admin))
        case .right: #expect(isRefused(1) && (claims || !isRefused(7) && isRefused(8) == isReset && !isRefused(1, .admin)))
        case .trust: #expect(isRefused(1) && isRefused(8) && !isRefused(7) && !isRefused(1, .admin))
        case .admin: #expect(isRefused(1) && isRefused(7) && !isRefused(1, .admin))
        }
    }

    @Test func `the table of requests has every type that the parser knows`() throws {
        let types = WireShapes.requests.map(\.type)
        let known = Set(try Self.requests.map { try JSONReader.parse(Array($0.line.utf8)).type })
        #expect(types.count > 10 && Set(types).subtracting(known) == [])
    }

    @Test func `without rules everybody receives and observes, and only trusted users claim`() throws {
        let stage = try Stage()
        stage.access = AccessRules(trusted: [7])
        let other = stage.connect(observe, #"{"type":"claim","receivers":["a"]}"#, user: 1)
        #expect(code(stage.receive(other)) == "notAllowed")
        let trusted = stage.connect(subscribe, #"{"type":"claim","receivers":["a"]}"#, user: 7)
        #expect(stage.receive(trusted).last?["ok"]?.bool == true)
        stage.frame([0: (10, 10)])
        #expect(words(stage.receive(other)) == ["began a"])
    }

    @Test func `a subscriber gets what rules allow it and no more`() throws {
        let stage = try Stage()
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, regions: ["w/a"], rights: [.receive])])
        let client = stage.connect(subscribe, user: 1)
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.frame([0: nil, 1: nil])
        let lines = stage.receive(client)
        #expect(words(lines) == ["began a", "ended a"])
        #expect(regions(lines) == ["w/a"])
        #expect(code(stage.receive(stage.connect(#"{"type":"subscribe","id":2,"regions":["w/b"]}"#, user: 1))) == "notAllowed")
        #expect(code(stage.receive(stage.connect(observe, user: 1))) == "notAllowed")
        #expect(code(stage.receive(stage.connect(subscribe, user: 2))) == "notAllowed")
        #expect(stage.receive(stage.connect(#"{"type":"subscribe","id":2,"regions":["later/**"]}"#, user: 1))[1]["ok"]?.bool == true)
        // The connection stays open.
        let refused = stage.connect(#"{"type":"subscribe","id":2,"regions":["w/b"]}"#, #"{"type":"ping","id":3}"#, user: 1)
        #expect(stage.receive(refused).last?.type == "pong")
    }

    @Test func `a rule is for the regions that it names, letter by letter, and for no others`() throws {
        let ids = ["help?", "helpx", "hel[p]x", "HELP?", "help", "help?x"]
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = ids.map { RegionSpec(id: $0, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100))) }
        let tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
        for (pattern, allowed) in [
            ("w/help?", ["help?"]), ("w/hel[p]x", ["hel[p]x"]), ("w/help*", ["help?", "helpx", "help", "help?x"]),
            ("w/????x", []),
        ] {
            let stage = try Stage(tree)
            stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, regions: [pattern], rights: [.receive, .claim])])
            let client = stage.connect(subscribe, user: 1)
            #expect(Set(regions(stage.receive(client))) == Set(allowed.map { "w/" + $0 }), "\(pattern)")
            for id in ids where !allowed.isEmpty {
                client.send(#"{"type":"claim","id":1,"receivers":["\#(id)"]}"#)
                stage.turn()
                let reply = stage.receive(client).last { $0.type == "reply" }
                #expect(reply?["ok"]?.bool == allowed.contains(id), "\(pattern): \(id)")
            }
        }
    }

    @Test func `the same wishes with other rights show other things`() throws {
        let stage = try Stage()
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, rights: [.receive]), AccessRules.Rule(user: 2, regions: ["w/a"], rights: [.receive]),
        ])
        let clients = [1, 2, 1].map { stage.connect(subscribe, user: $0) }
        stage.frame([0: (10, 10), 1: (700, 10)])
        #expect(clients.map { words(stage.receive($0)) } == [["began a", "began b"], ["began a"], ["began a", "began b"]])
    }

    @Test func `who observes sees whoever it is for, and only there`() throws {
        let stage = try Stage()
        stage.access = AccessRules(
            trusted: [7],
            rules: [AccessRules.Rule(user: 1, regions: ["w/a"], rights: [.observe]), AccessRules.Rule(user: 2, rights: [.receive])])
        let owner = stage.connect(subscribe, #"{"type":"claim","receivers":["a","b"]}"#, user: 7)
        let observer = stage.connect(observe, user: 1)
        let receiver = stage.connect(subscribe, user: 2)
        #expect(code(stage.receive(stage.connect(subscribe, user: 1))) == "notAllowed", "it may not receive")
        stage.frame([0: (10, 10), 1: (700, 10)])
        let lines = stage.receive(observer)
        #expect(words(lines) == ["began a"] && regions(lines) == ["w/a"])
        #expect(words(stage.receive(receiver)) == [])
        #expect(words(stage.receive(owner)) == ["began a", "began b"])
    }

    @Test func `what nobody receives is told to those who may observe what was hit`() throws {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        for (id, x) in [("a", 0.0), ("b", 500.0)] {
            var region = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(x, 0, 500, 1000)))
            region.responds = .none
            window.children.append(region)
        }
        window.responds = .none
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        stage.access = AccessRules(rules: [AccessRules.Rule(user: 1, regions: ["w/a"], rights: [.observe])])
        let observer = stage.connect(observe, user: 1)
        stage.frame([0: (10, 10), 1: (700, 10)])
        #expect(stage.receive(observer).flatMap(\.events).map { $0["target"]?.string } == ["a"])
    }

    @Test func `rules hold for users, for groups, supplementary ones too, and for both together`() throws {
        let stage = try Stage()
        stage.access = AccessRules(rules: [
            AccessRules.Rule(group: 50, regions: ["w/a"], rights: [.receive]),
            AccessRules.Rule(user: 3, group: 60, regions: ["w/b"], rights: [.receive]),
        ])
        func sees(_ user: UInt32, _ groups: Set<UInt32>) -> [String] {
            regions(stage.receive(stage.connect(subscribe, user: user, groups: groups)))
        }
        #expect(sees(1, [50]) == ["w/a"])
        #expect(sees(1, [9, 50, 51]) == ["w/a"])
        #expect(sees(3, [60]) == ["w/b"])
        #expect(sees(3, [50, 60]) == ["w/a", "w/b"])
        #expect(sees(1, [60]) == [])
        #expect(sees(3, []) == [])
    }

    @Test func `claiming is allowed region by region`() throws {
        let stage = try Stage()
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, rights: [.receive]), AccessRules.Rule(user: 1, regions: ["w/a"], rights: [.claim]),
        ])
        let client = stage.connect(subscribe, #"{"type":"claim","id":2,"receivers":["b"]}"#, user: 1)
        let refusal = stage.receive(client).last
        #expect(refusal?["error"]?["code"]?.string == "notAllowed")
        #expect(refusal?["error"]?["message"]?.string?.contains("w/b") == true)
        #expect(refusal?["id"]?.number == 2)
        client.send(#"{"type":"claim","id":3,"receivers":["a"]}"#)
        stage.turn()
        #expect(stage.receive(client).last?["ok"]?.bool == true)
    }

    @Test func `a reload takes rights from those who are connected`() throws {
        let stage = try Stage()
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, rights: [.receive]), AccessRules.Rule(user: 2, regions: ["w/a"], rights: [.receive, .claim]),
        ])
        let loser = stage.connect(subscribe, user: 1)
        let owner = stage.connect(subscribe, #"{"type":"claim","receivers":["a"]}"#, user: 2)
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.access = AccessRules(rules: [
            AccessRules.Rule(user: 1, regions: ["w/a"], rights: [.receive]), AccessRules.Rule(user: 2, regions: ["w/a"], rights: [.receive]),
        ])
        let admin = stage.connect(#"{"type":"reload","id":5}"#, user: 9, on: .admin)
        #expect(stage.receive(admin).last?["ok"]?.bool == true)
        stage.frame([0: (20, 10), 1: (710, 10)])
        stage.frame([0: nil, 1: nil])
        stage.frame([0: (10, 10), 1: (700, 10)])
        let lost = stage.receive(loser)
        #expect(words(lost) == ["began b", "cancelled b reload", "began a"], "b is seen no more, and a is claimed no more")
        #expect(flaw(in: lost) == nil)
        let owned = stage.receive(owner)
        #expect(words(owned) == ["began a", "cancelled a reload", "began a"])
        #expect(owned.first { $0.type == "released" }?["reason"]?.string == "reload")
        #expect(flaw(in: owned) == nil)
    }

    @Test func `other rights show nobody what somebody has claimed`() throws {
        let stage = try Stage()
        stage.access = AccessRules(trusted: [7], rules: [AccessRules.Rule(user: 1, regions: ["w/b"], rights: [.receive])])
        let client = stage.connect(subscribe, user: 1)
        let owner = stage.connect(subscribe, #"{"type":"claim","receivers":["a"]}"#, user: 7)
        stage.access.rules = [AccessRules.Rule(user: 1, rights: [.receive])]
        stage.replaceTree(stage.tree)
        stage.frame([0: (10, 10), 1: (700, 10)])
        #expect(words(stage.receive(client)) == ["began b"])
        #expect(words(stage.receive(owner)) == ["began a", "began b"])
    }

    @Test func `who is trusted no more has begins explained no more`() throws {
        let stage = try Stage()
        stage.access = AccessRules(trusted: [7])
        let client = stage.connect(subscribe, #"{"type":"trace","on":true}"#, user: 7)
        stage.frame([0: (10, 10)])
        #expect(stage.receive(client).contains { $0.type == "trace" })
        stage.access = AccessRules()
        stage.replaceTree(stage.tree)
        stage.frame([1: (20, 20)])
        let lines = stage.receive(client)
        #expect(words(lines) == ["began a"] && !lines.contains { $0.type == "trace" })
        #expect(!stage.explains, "it is not worked out for nobody")
        do {
            let admin = stage.connect(#"{"type":"trace","on":true}"#, on: .admin)
            #expect(stage.explains)
            withExtendedLifetime(admin) {}
        }
        stage.turn()
        #expect(!stage.explains, "nor for who is gone")
    }

    @Test func `only the admin socket reloads, and it says how it went`() throws {
        let stage = try Stage()
        stage.reloads = [Stage.tree(window: "other")]
        let subscriber = stage.subscriber()
        let admin = stage.connect(#"{"type":"reload","id":5}"#, user: 9, on: .admin)
        let reply = stage.receive(admin).last
        #expect(reply?["ok"]?.bool == true && reply?["generation"]?.number == 2 && reply?["diagnostics"]?.array == [])
        #expect(stage.receive(subscriber).last?.type == "config")
    }

    @Test func `users who are not trusted leave eight places to those who are`() throws {
        let stage = try Stage()
        stage.access.trusted = [0]
        func reason(_ client: TestClient) -> String? { stage.receive(client).last { $0.type == "bye" }?["message"]?.string }
        let others = (0..<56).map { stage.connect(user: UInt32(1 + $0 % 2)) }
        #expect(others.allSatisfy { reason($0) == nil })
        #expect(reason(stage.connect(user: 3))?.contains("56 clients of untrusted users") == true)
        var trusted = (0..<8).map { _ in stage.connect(user: 0) }
        #expect(trusted.allSatisfy { reason($0) == nil }, "root comes in")
        #expect(reason(stage.connect(user: 0))?.contains("64 clients") == true)
        trusted.removeAll()
        stage.turn()
        #expect(reason(stage.connect(user: 3)) != nil, "the places are nobody else's when they are free")
        withExtendedLifetime(others) {}
    }

    @Test func `one user does not fill all places, and administrators have their own`() throws {
        let stage = try Stage()
        stage.access.trusted = [7]
        func reason(_ client: TestClient) -> String? { stage.receive(client).last { $0.type == "bye" }?["reason"]?.string }
        var clients = (0..<Limit.clientsOfUser).map { _ in stage.connect(user: 1) }
        #expect(reason(stage.connect(user: 1)) == "tooManyClients")
        #expect(reason(stage.connect(user: 2)) == nil, "nobody else's")
        stage.turn()
        clients += (0..<Limit.clientsOfUser).map { _ in stage.connect(user: 7) }
        #expect(reason(clients.last!) == nil, "another finds a place")
        #expect(reason(stage.connect(user: 7)) == "tooManyClients", "until all are taken")
        let admins = (0..<Limit.admins).map { _ in stage.connect(user: 1, on: .admin) }
        #expect(admins.allSatisfy { reason($0) == nil })
        #expect(reason(stage.connect(user: 1, on: .admin)) == "tooManyClients")
        #expect(stage.publisher.counters.refused == 3)
        clients.removeAll()
        stage.turn()
        #expect(reason(stage.connect(user: 1)) == nil, "places come free")
        withExtendedLifetime(admins) {}
    }
}
