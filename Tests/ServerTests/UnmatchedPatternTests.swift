import Testing
import TreeFormat
import Wire

@testable import Server
@testable import TouchCore

/// The reply to `subscribe` counts the regions that its patterns match and lists the patterns that match none.
@Suite struct UnmatchedPatternTests {
    private static func region(_ id: String, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 500, 500)), children: children)
    }

    /// The rows of the list in the sensitive pad move with fingers.
    private static func tree() -> RegionTree {
        var list = region("list", [region("secret")], kind: .scrollView)
        list.scroll!.contentSize = Size(500, 900)
        var pad = region("pad", [list, region("one")])
        pad.isSensitive = true
        let menu = region("menu", [region("ok"), region("cancel")])
        let window = region("kiosk", [menu, region("map"), pad], kind: .window)
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func reply(_ globs: [String], user: UInt32? = nil, access: AccessRules? = nil) throws -> JSONValue {
        let stage = try Stage(Self.tree())
        if let access { stage.access = access }
        return reply(globs, stage, user: user)
    }

    private func reply(_ globs: [String], _ stage: Stage, user: UInt32? = nil) -> JSONValue {
        let list = globs.map { "\"\($0)\"" }.joined(separator: ",")
        let lines = stage.receive(stage.connect(#"{"type":"subscribe","id":1,"regions":[\#(list)]}"#, user: user))
        return lines.first { $0.type == "reply" } ?? .null
    }

    private func unmatched(_ reply: JSONValue) -> [String: String?] {
        Dictionary(uniqueKeysWithValues: (reply["unmatched"]?.array ?? []).map { ($0["glob"]!.string!, $0["near"]?.string) })
    }

    @Test func `each region counts once, and where all patterns match none is named`() throws {
        let reply = try reply(["kiosk/menu/**", "kiosk/*/ok", "kiosk/map"])
        #expect(reply.int("matched") == 4 && reply["unmatched"] == nil)
        #expect(try self.reply(["kiosk/menu/ok"]).int("matched") == 1)
    }

    @Test(
        arguments: [
            ("ok", "kiosk/menu/ok"), ("menu/ok", "kiosk/menu/ok"), ("kiosk/ok", "kiosk/menu/ok"), ("/kiosk/menu/ok/", "kiosk/menu/ok"),
            ("kiosk/menu/okk", "kiosk/menu/ok"), ("kiosk/meun/cancle", "kiosk/menu/cancel"), ("Kiosk/Menu/Ok", "kiosk/menu/ok"),
            ("cancle", "kiosk/menu/cancel"),
            ("menu/**", "kiosk/menu/**"), ("kiosk/menus/*", "kiosk/menu/*"), ("**/okk", "**/ok"), ("*/menu/cancell", "*/menu/cancel"),
            ("nonsense", nil), ("kiosk/map/*", nil), ("nonsense/**", nil), ("", nil), ("/", nil),
        ] as [(String, String?)]) func `a pattern that matches nothing is named, with what was probably meant`(glob: String, near: String?) throws
    {
        let reply = try reply([glob, "kiosk/map"])
        #expect(reply.int("matched") == 1)
        #expect(unmatched(reply) == [glob: near])
    }

    @Test func `a region that a client adds later is matched then`() throws {
        let stage = try Stage(Self.tree())
        #expect(reply(["kiosk/new"], stage).int("matched") == 0)
        let editor = stage.connect(#"{"type":"edit","id":1,"edits":[{"op":"add","parent":"kiosk","region":{"id":"new","frame":[0,0,9,9]}}]}"#)
        #expect(reply(["kiosk/new"], stage).int("matched") == 1)
        _ = editor
    }

    @Test func `regions that fingers move in a sensitive one are as though they were not there, but for who may see into it`() throws {
        let access = AccessRules(rules: [
            .init(user: 7, regions: ["**"], rights: [.receive]), .init(user: 8, regions: ["**"], rights: [.receive, .sensitive]),
        ])
        let isHidden = try reply(["kiosk/pad/list/secret"], user: 7, access: access)
        let isAbsent = try reply(["kiosk/pad/list/sacred"], user: 7, access: access)
        #expect(isHidden.int("matched") == 0 && unmatched(isHidden) == ["kiosk/pad/list/secret": nil])
        #expect(isAbsent.int("matched") == 0 && unmatched(isAbsent) == ["kiosk/pad/list/sacred": nil], "what is near is hidden as well")
        #expect(try unmatched(reply(["secret"], user: 7, access: access)) == ["secret": nil])
        let owner = try reply(["kiosk/pad/list/sacred", "kiosk/pad/**"], user: 8, access: access)
        #expect(owner.int("matched") == 4 && unmatched(owner) == ["kiosk/pad/list/sacred": "kiosk/pad/list/secret"])
    }

    @Test func `nothing is suggested that rights keep from the client`() throws {
        let access = AccessRules(rules: [.init(user: 7, regions: ["kiosk/map"], rights: [.receive])])
        let reply = try reply(["kiosk/menu/okk", "ok", "kiosk/mapp"], user: 7, access: access)
        #expect(unmatched(reply) == ["kiosk/menu/okk": nil, "ok": nil, "kiosk/mapp": "kiosk/map"])
    }

    @Test func `so many patterns that match nothing in a large tree are named without a look for what was meant`() {
        let rows = (0..<4_000).map { Self.region("row\($0)") }
        let window = Self.region("kiosk", rows, kind: .window)
        let tree = RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
        var misses = NearMisses(tree.directory, comparing: Limit.nearMisses) { _ in true }
        #expect(misses.near("kiosk/raw7") == "kiosk/row7")
        for _ in 0..<32 { _ = misses.near("kiosk/nonsense") }
        #expect(misses.near("kiosk/raw7") == nil)
    }
}
