import FakePlatform
import Panels
import Support
import Testing

@testable import Server
@testable import Service
@testable import TouchCore
@testable import Wire

/// touchd's keyboard: keys of regions and of clients (contract 8, Typing).
@Suite struct TypingTests {
    static func code(_ name: String) -> UInt16 { KeyName.code("KEY_" + name)! }

    static let allowed = "A B LEFTSHIFT LEFTCTRL LEFTALT F1 DELETE POWER"

    /// Screen `s` with the keys `a`, `b`, `alt` and `f1`, each 100 points wide, and a region without a key.
    static func tree(_ allow: String? = allowed, change: (inout [RegionSpec]) -> Void = { _ in }) -> RegionTree {
        var children = ["A", "B", "LEFTALT", "F1"].enumerated().map { number, key in
            var spec = RegionSpec(
                id: key.lowercased(), kind: .button, geometry: RegionGeometry(frame: Rect(Double(number) * 100, 0, 100, 100)))
            spec.keyCode = code(key)
            return spec
        }
        children.append(RegionSpec(id: "plain", geometry: RegionGeometry(frame: Rect(0, 500, 1000, 500))))
        change(&children)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: children)
        let rules = allow.map { KeyboardRules(allow: Set($0.split(separator: " ").map { code(String($0)) })) }
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window], keyboard: rules)])
    }

    private static var pad: RegionSpec {
        var spec = RegionSpec(id: "pad", geometry: RegionGeometry(frame: Rect(900, 0, 100, 100)))
        spec.isSensitive = true
        return spec
    }

    private func keyboard(_ stage: Stage) throws -> FakeKeyboard { try #require(stage.system.virtualPanels.keyboards.first) }

    /// Sends `+A -A` as a request. Returns `ok`, or the error's code and message.
    private func type(_ stage: Stage, _ client: TestClient, _ keys: String, on screen: String = "s") throws -> String {
        let list = keys.split(separator: " ").map { #"{"key":"KEY_\#($0.dropFirst())","down":\#($0.first == "+")}"# }
        client.send(#"{"type":"keys","id":1,"screen":"\#(screen)","keys":[\#(list.joined(separator: ","))]}"#)
        stage.turn()
        let reply = try #require(stage.receive(client).last { $0.type == "reply" })
        guard let error = reply["error"] else { return "ok" }
        return "\(error["code"]?.string ?? ""): \(error["message"]?.string ?? "")"
    }

    // MARK: Regions

    @Test func `a touch types its region's key, down and up, without a client`() throws {
        let stage = try Stage(Self.tree())
        let keyboard = try keyboard(stage)
        #expect((keyboard.layout.name, keyboard.layout.phys) == ("touchd keys s", "touchd/keys/s"))
        #expect(keyboard.layout.keys == "A B LEFTSHIFT LEFTCTRL LEFTALT F1 DELETE".split(separator: " ").map { Self.code(String($0)) }.sorted())
        stage.frame([0: (50, 50)])
        #expect(keyboard.takeChanges() == "+A")
        stage.frame([0: (800, 800)])
        #expect(keyboard.takeChanges() == "", "the touch belongs to its region")
        stage.frame([0: nil])
        #expect(keyboard.takeChanges() == "-A")
        stage.frame([0: (450, 50)])
        stage.frame([0: nil])
        stage.frame([0: (50, 600)])
        #expect(keyboard.takeChanges() == "", "the gap beside the keys is dead")
    }

    @Test func `whatever ends the touch releases the key`() throws {
        let ends: [(String, (Stage) -> Void)] = [
            ("the panel is unplugged", { $0.replug() }), ("a reload removes the region", { $0.replaceTree(Self.tree { $0.removeFirst() }) }),
            ("a reload removes the keyboard", { $0.replaceTree(Self.tree(nil) { for index in $0.indices { $0[index].keyCode = nil } }) }),
            (
                "an edit removes the region",
                { _ = try? $0.edit(JSONReader.nodes(Array(#"[{"op":"remove","region":"a"}]"#.utf8)), check: nil) }
            ),
            ("the screen is locked", { $0.service.dispatcher.setMode(.locked, for: nil, screen: 0) }),
            ("touchd ends", { $0.service.shutDown() }),
        ]
        for (what, end) in ends {
            let stage = try Stage(Self.tree())
            let keyboard = try keyboard(stage)
            stage.frame([0: (50, 50)])
            #expect(keyboard.down == ["A"])
            end(stage)
            stage.turn()
            #expect(keyboard.down.isEmpty, "\(what)")
        }
    }

    @Test func `a disabled button types nothing, and neither does a region that is sensitive now`() throws {
        let stage = try Stage(
            Self.tree {
                $0[0].isEnabled = false
                $0[1].isSensitive = true
            })
        stage.frame([0: (50, 50), 1: (150, 50)])
        #expect(try keyboard(stage).takeChanges() == "")
    }

    @Test func `a region's key is not typed with another's Alt`() throws {
        let stage = try Stage(Self.tree())
        let keyboard = try keyboard(stage)
        stage.frame([0: (250, 50)])
        stage.frame([1: (350, 50)])
        stage.frame([0: nil])
        #expect(keyboard.takeChanges() == "+LEFTALT -LEFTALT", "F1 stays up, also when Alt goes up under the finger")
        stage.frame([1: nil])
        stage.frame([1: (350, 50)])
        stage.frame([0: (250, 50)])
        stage.frame([0: nil, 1: nil])
        #expect(keyboard.takeChanges() == "+F1 -F1" && keyboard.down.isEmpty, "Alt does not come to a key that is held")
    }

    /// Applies an edit. Returns `ok`, or the reason why it is refused.
    private static func edit(_ text: String, _ stage: Stage) -> String {
        do {
            _ = try stage.edit(JSONReader.nodes(Array("[\(text)]".utf8)), check: nil)
            return "ok"
        } catch { return (error as? RequestError)?.message ?? "\(error)" }
    }

    @Test func `edits change keys, within the rules`() throws {
        let stage = try Stage(Self.tree { $0.append(Self.pad) })
        func edit(_ text: String) -> String { Self.edit(text, stage) }
        #expect(edit(#"{"op":"set","region":"a","key":"keyCode","value":"KEY_B"}"#) == "ok")
        stage.frame([0: (50, 50)])
        #expect(try keyboard(stage).takeChanges() == "+B")
        #expect(edit(#"{"op":"set","region":"a","key":"keyCode","value":null}"#) == "ok")
        stage.frame([0: nil])
        #expect(try keyboard(stage).takeChanges() == "-B", "the key that came down")
        let refused: [(String, String)] = [
            (#"{"op":"set","region":"a","key":"keyCode","value":"KEY_C"}"#, "does not allow KEY_C"),
            (#"{"op":"set","region":"a","key":"keyCode","value":"KEY_POWER"}"#, "KEY_POWER is never typed"),
            (#"{"op":"set","region":"a","key":"keyCode","value":"KEY_LEFTSHFT"}"#, "did you mean \"KEY_LEFTSHIFT\"?"),
            (#"{"op":"set","region":"a","key":"keyCode","value":30}"#, "expected key's name"),
            (#"{"op":"set","region":"w","key":"keyCode","value":"KEY_A"}"#, "a region with children"),
            (#"{"op":"add","parent":"b","region":{"id":"x","frame":[0,0,1,1]}}"#, "a region with children"),
            (#"{"op":"move","region":"b","parent":"pad"}"#, "sensitive region"),
            (#"{"op":"add","parent":"pad","region":{"id":"x","frame":[0,0,1,1],"keyCode":"KEY_A"}}"#, "sensitive region"),
            (#"{"op":"add","parent":"s","region":{"id":"x","kind":"surface","frame":[0,0,1,1],"keyCode":"KEY_A"}}"#, "surface"),
        ]
        for (line, why) in refused { #expect(edit(line).contains(why), "\(line): \(edit(line))") }
        #expect(stage.tree.spec(ofID: "b")?.keyCode == Self.code("B") && stage.tree.region(ofID: "x") == nil)
    }

    @Test func `who may edit but not type gives no region a key`() throws {
        let stage = try Stage(Self.tree())
        stage.access.rules = [
            AccessRules.Rule(user: 8, rights: [.receive, .edit]), AccessRules.Rule(user: 9, rights: [.receive, .edit, .type]),
        ]
        func edit(_ user: UInt32, _ text: String) -> String? {
            let client = stage.connect(#"{"type":"edit","id":1,"edits":[\#(text)]}"#, user: user)
            return stage.receive(client).last { $0.type == "reply" }?["error"]?["message"]?.string
        }
        let add = #"{"op":"add","parent":"w","region":{"id":"x","frame":[0,900,9,9],"keyCode":"KEY_B"}}"#
        #expect(edit(8, add)?.contains("needs the right \"type\"") == true)
        #expect(edit(8, #"{"op":"set","region":"a","key":"keyCode","value":"KEY_B"}"#)?.contains("needs the right \"type\"") == true)
        #expect(edit(8, #"{"op":"set","region":"a","key":"frame","value":[0,0,90,90]}"#) == nil, "it has its key already")
        #expect(edit(9, add) == nil)
    }

    // MARK: Clients

    @Test func `a client types by the right type, all or nothing`() throws {
        let stage = try Stage(Self.tree())
        stage.access.rules = [AccessRules.Rule(user: 9, screens: ["s"], rights: [.type]), AccessRules.Rule(user: 8, screens: ["t"], rights: [.type])]
        let (client, keyboard) = (stage.connect(user: 9), try keyboard(stage))
        #expect(try type(stage, client, "+LEFTSHIFT +A -A -LEFTSHIFT") == "ok")
        #expect(keyboard.takeChanges() == "+LEFTSHIFT +A -A -LEFTSHIFT")
        #expect(try type(stage, client, "+A +C") == "notAllowed: KEY_C is not in \"allow\" of the screen's keyboard")
        #expect(try type(stage, client, "+A +POWER") == "notAllowed: KEY_POWER is never typed", "though it is listed")
        #expect(try type(stage, client, "+LEFTCTRL +LEFTALT +DELETE") == "notAllowed: KEY_DELETE is not typed while KEY_LEFTALT is down")
        #expect(try type(stage, client, "+F1 +LEFTALT").hasPrefix("notAllowed: KEY_LEFTALT is not typed while KEY_F1 is down"))
        #expect(try type(stage, client, "+A +LEFTSHFT") == "badRequest: there is no key KEY_LEFTSHFT; did you mean KEY_LEFTSHIFT?")
        #expect(try type(stage, stage.connect(user: 8), "+A").hasPrefix("notAllowed"))
        #expect(try type(stage, stage.connect(user: 7), "+A").hasPrefix("notAllowed"))
        #expect(try type(stage, stage.connect(user: 1000), "+A -A") == "ok", "a trusted user")
        #expect(keyboard.takeChanges() == "+A -A" && keyboard.down.isEmpty)
        let unlisted = try Stage(Self.tree(nil) { for index in $0.indices { $0[index].keyCode = nil } })
        #expect(try type(unlisted, unlisted.connect(), "+A") == "notFound: screen \"s\" has no keyboard")
    }

    @Test func `what a connection holds is released when it goes, unless somebody else holds it`() throws {
        let stage = try Stage(Self.tree())
        let keyboard = try keyboard(stage)
        var one: TestClient? = stage.connect()
        let two = stage.connect()
        #expect(try type(stage, one!, "+LEFTSHIFT +A") == "ok")
        #expect(try type(stage, two, "+A") == "ok")
        stage.frame([0: (150, 50)])
        #expect(keyboard.takeChanges() == "+LEFTSHIFT +A +B")
        one = nil
        stage.turn()
        #expect(keyboard.takeChanges() == "-LEFTSHIFT")
        #expect(try type(stage, two, "-A") == "ok")
        stage.frame([0: nil])
        #expect(keyboard.takeChanges() == "-A -B")
    }

    @Test func `a reload that takes the right away releases the keys`() throws {
        let stage = try Stage(Self.tree())
        stage.access.rules = [AccessRules.Rule(user: 9, rights: [.type])]
        let client = stage.connect(user: 9)
        #expect(try type(stage, client, "+A") == "ok")
        stage.access.rules = []
        stage.replaceTree(Self.tree())
        #expect(try keyboard(stage).down.isEmpty)
    }

    @Test func `a reload with the same list keeps the keyboard, and with another makes another`() throws {
        let stage = try Stage(Self.tree())
        let (client, keyboard) = (stage.connect(), try keyboard(stage))
        #expect(try type(stage, client, "+A") == "ok")
        stage.replaceTree(Self.tree())
        #expect(try self.keyboard(stage) === keyboard && keyboard.down == ["A"])
        stage.replaceTree(Self.tree("A B LEFTALT F1 DELETE"))
        #expect(keyboard.downAtEnd == 0 && stage.system.virtualPanels.keyboards.count == 1)
        #expect(try self.keyboard(stage).layout.keys.count == 5)
        stage.replaceTree(Self.tree(nil) { for index in $0.indices { $0[index].keyCode = nil } })
        #expect(stage.system.virtualPanels.keyboards.isEmpty)
    }

    @Test func `a flood is written in small parts, in order, and refused when too much waits`() throws {
        let stage = try Stage(Self.tree())
        let (client, keyboard) = (stage.connect(), try keyboard(stage))
        let word = Array(repeating: "+A -A", count: 64).joined(separator: " ")
        var replies: [String] = []
        for _ in 0..<12 { replies.append(try type(stage, client, word)) }
        #expect(replies.prefix(4).allSatisfy { $0 == "ok" })
        #expect(replies.last!.hasPrefix("notAllowed: screen \"s\": 512 changes of keys of this connection wait, which is the limit"))
        #expect(keyboard.mostEvents <= 32, "a reader's buffer has 64 events")
        let accepted = replies.count { $0 == "ok" } * 128
        for _ in 0..<200 {
            stage.time += KeyPace.interval
            stage.turn()
        }
        let changes = keyboard.takeChanges().split(separator: " ")
        #expect(changes.count == accepted && changes.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "+A" : "-A") })
        #expect(try type(stage, client, "+B") == "ok")
    }

    @Test func `a client that floods leaves room for another, and both for the keys of regions`() throws {
        let stage = try Stage(Self.tree())
        let (one, two, keyboard) = (stage.connect(), stage.connect(), try keyboard(stage))
        let word = Array(repeating: "+A -A", count: 64).joined(separator: " ")
        for _ in 0..<4 { #expect(try type(stage, one, word) == "ok") }
        #expect(try type(stage, one, word).contains("512 changes of keys of this connection wait"))
        for _ in 0..<2 { #expect(try type(stage, two, word) == "ok") }
        #expect(try type(stage, two, word).contains("768 changes of keys of all connections wait"))
        stage.frame([0: (150, 50)])
        stage.frame([0: nil])
        for _ in 0..<100 {
            stage.time += KeyPace.interval
            stage.turn()
        }
        #expect(keyboard.takeChanges().hasSuffix("-A +B -B"))
        #expect(try type(stage, one, word) == "ok", "what was written no longer counts")
    }

    @Test func `what waits is limited, for each client, all clients and all keys`() {
        var pace = KeyPace()
        func press(_ count: Int) -> [KeyChange] { Array(repeating: KeyChange(30, isDown: true), count: count) }
        pace.add(press(500), by: 1)
        #expect(pace.refusal(of: 12, by: 1) == nil && pace.refusal(of: 13, by: 1)?.hasPrefix("512 ") == true)
        #expect(pace.refusal(of: 268, by: 2) == nil && pace.refusal(of: 269, by: 2)?.hasPrefix("768 ") == true)
        pace.add(press(268), by: 2)
        pace.add(press(200))
        #expect(pace.refusal(of: 56, by: nil) == nil && pace.refusal(of: 57, by: nil)?.hasPrefix("1024 ") == true)
        var events: [InputEvent] = []
        #expect(pace.mayBeDown(30) && !pace.mayBeDown(31))
        pace.releaseAll(into: &events)
        #expect(pace.refusal(of: 512, by: 1) == nil && !pace.mayBeDown(30))
    }

    // MARK: Several keyboards

    /// Screen `s` as above, and screen `t` with the same keys and no regions.
    private static var twoScreens: RegionTree {
        let one = tree().screenSpecs[0]
        let window = RegionSpec(id: "wt", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        return RegionTree([one, ScreenSpec(id: "t", size: Size(1000, 1000), windows: [window], keyboard: one.keyboard)])
    }

    @Test func `Alt on one keyboard keeps the other's keys up, and those keep Alt up`() throws {
        let stage = try Stage(Self.twoScreens)
        let (one, two) = (stage.connect(), stage.connect())
        let keyboard = try #require(stage.system.virtualPanels.keyboards.first { $0.layout.screen == "s" })
        #expect(try type(stage, one, "+LEFTALT") == "ok")
        #expect(try type(stage, two, "+F1", on: "t") == "notAllowed: KEY_F1 is not typed while KEY_LEFTALT is down")
        #expect(try type(stage, two, "+A -A", on: "t") == "ok")
        #expect(try type(stage, one, "-LEFTALT") == "ok")
        #expect(try type(stage, two, "+F1", on: "t") == "ok")
        #expect(try type(stage, one, "+LEFTALT") == "notAllowed: KEY_LEFTALT is not typed while KEY_F1 is down")
        _ = keyboard.takeChanges()
        stage.frame([0: (250, 50)])
        stage.frame([0: nil])
        #expect(keyboard.takeChanges() == "", "nor by a region")
        #expect(try type(stage, two, "-F1", on: "t") == "ok")
        // Alt waits behind other keys of its keyboard, and its release waits even longer.
        let word = Array(repeating: "+A -A", count: 20).joined(separator: " ")
        #expect(try type(stage, one, word + " +LEFTALT " + word + " -LEFTALT") == "ok")
        for _ in 0..<6 {
            #expect(try type(stage, two, "+F1", on: "t") == "notAllowed: KEY_F1 is not typed while KEY_LEFTALT is down")
            if !keyboard.down.contains("LEFTALT"), keyboard.typed.last == "LEFTALT" { break }
            stage.time += KeyPace.interval / 2
            stage.turn()
        }
        for _ in 0..<10 {
            stage.time += KeyPace.interval
            stage.turn()
        }
        #expect(try type(stage, two, "+F1 -F1", on: "t") == "ok")
    }

    @Test func `no two keyboards have Alt and its keys down together, whoever types what`() throws {
        for _ in 0..<rounds(20) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            let stage = try Stage(Self.twoScreens)
            let keyboards = stage.system.virtualPanels.keyboards
            for keyboard in keyboards {
                keyboard.changed = { _ in
                    let down = keyboards[0].down.union(keyboards[1].down)
                    #expect(!down.contains("LEFTALT") || down.isDisjoint(with: ["F1", "DELETE"]), "seed \(seed)")
                }
            }
            let clients = (0..<3).map { _ in stage.connect() }
            for _ in 0..<60 {
                // Long requests, so that keys wait when nobody holds them any more.
                let names = Bool.random(using: &random) ? ["A", "B", "LEFTALT"] : ["A", "B", "F1", "DELETE"]
                let keys: [String] = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                    let sign = Bool.random(using: &random) ? "-" : "+"
                    return sign + names.randomElement(using: &random)!
                }
                let screen = Bool.random(using: &random) ? "s" : "t"
                let all = keys + (Int.random(in: 0..<4, using: &random) > 0 ? names.map { "-" + $0 } : [])
                _ = try type(stage, clients.randomElement(using: &random)!, all.joined(separator: " "), on: screen)
                if Bool.random(using: &random) {
                    stage.frame([0: stage.isDown(0) ? nil : (Int32.random(in: 0..<500, using: &random), 50)])
                }
                stage.time += Int64.random(in: 0...4_000, using: &random)
                stage.turn()
            }
        }
    }

    // MARK: Reloads

    @Test func `a key that a reload has taken from the list keeps no edit from the region, and the log names it`() throws {
        let stage = try Stage(Self.tree())
        func edit(_ text: String) -> String { Self.edit(text, stage) }
        #expect(edit(#"{"op":"set","region":"a","key":"keyCode","value":"KEY_B"}"#) == "ok")
        _ = stage.system.takeLog()
        stage.replaceTree(Self.tree("A LEFTALT F1") { $0[1].keyCode = nil })
        #expect(stage.tree.spec(ofID: "a")?.keyCode == Self.code("B"))
        #expect(stage.system.takeLog().contains { $0.contains("screen s: region a types no key: ") && $0.contains("does not allow KEY_B") })
        let hide = #"{"op":"set","region":"a","key":"hidden","value":true}"#
        #expect(edit(hide) == "ok" && stage.tree.spec(ofID: "a")?.hidden == true)
        let add = #"{"op":"add","parent":"w","region":{"id":"x","frame":[0,900,9,9]}}"#
        #expect(edit(add + "," + #"{"op":"set","region":"a","key":"hidden","value":false}"#) == "ok", "with a change of the hierarchy, too")
        #expect(edit(#"{"op":"set","region":"b","key":"keyCode","value":"KEY_B"}"#).contains("does not allow KEY_B"))
        #expect(edit(#"{"op":"move","region":"a","parent":"plain"}"#).contains("does not allow KEY_B"))
        #expect(edit(#"{"op":"set","region":"a","key":"keyCode","value":null}"#) == "ok")
        stage.replaceTree(Self.tree("A LEFTALT F1") { $0[1].keyCode = nil })
        #expect(!stage.system.takeLog().contains { $0.contains("types no key") })
    }

    // MARK: Random

    @Test func `nobody types more than the list, whatever comes in whatever order`() throws {
        for _ in 0..<rounds(20) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            let stage = try Stage(Self.tree())
            let keyboard = try keyboard(stage)
            keyboard.changed = { keyboard in
                #expect(keyboard.down.isSubset(of: Self.allowed.split(separator: " ").map(String.init)) && !keyboard.down.contains("POWER"))
                #expect(!keyboard.down.contains("LEFTALT") || keyboard.down.isDisjoint(with: ["F1", "DELETE"]), "seed \(seed)")
            }
            let names = Self.allowed.split(separator: " ").map(String.init) + ["C", "SYSRQ", "NOTHING", "RIGHTALT"]
            var clients = (0..<3).map { _ in stage.connect() }
            for _ in 0..<80 {
                let place = Int.random(in: 0..<3, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0: clients[place] = stage.connect()
                case 1, 2:
                    let at: (x: Int32, y: Int32) = (Int32.random(in: 0..<500, using: &random), 50)
                    if Bool.random(using: &random) { stage.frame([place: at]) } else if stage.isDown(place) { stage.frame([place: nil]) }
                default:
                    let keys: [String] = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                        let sign = Int.random(in: 0..<3, using: &random) == 0 ? "-" : "+"
                        return sign + names.randomElement(using: &random)!
                    }
                    _ = try type(stage, clients[place], keys.joined(separator: " "))
                }
                stage.time += Int64.random(in: 0...20_000, using: &random)
            }
            clients = []
            for slot in 0..<3 where stage.isDown(slot) { stage.frame([slot: nil]) }
            for _ in 0..<100 {
                stage.time += KeyPace.interval
                stage.turn()
            }
            #expect(keyboard.down.isEmpty, "seed \(seed)")
        }
    }
}
