import Configuration
import FakePlatform
import Panels
import Testing
import TouchCore
import Wire

@testable import Service

/// Reloads of the configuration, which apply completely or not at all.
@Suite struct ReloadTests {
    private func reload(_ bench: Bench) -> ReloadResult? {
        var result: ReloadResult?
        bench.service.reload { result = $0 }
        bench.turn()
        return result
    }

    @Test func `a refused configuration changes nothing, and says why`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.refusal = StartFailure(message: "test.yaml:3:1: error: no", status: StartFailure.configuration)
        bench.touch(one, (10, 10))
        let result = reload(bench)
        #expect(result?.isDone == false && result?.diagnostics == ["test.yaml:3:1: error: no"])
        #expect(bench.heard() == ["began on s-0", "config"], "clients are told of the refusal")
        #expect(bench.log() == ["error: test.yaml:3:1: error: no", "error: the configuration is refused; the old one stays"])
        bench.touch(one, nil)
        #expect(bench.heard() == ["ended on s-0"])
    }

    @Test func `a panel whose line only moved, or that is mapped another way, goes on; one whose match is another is closed`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.settings = Bench.settings([Bench.panel { $0.rotation = .quarter }])
        #expect(reload(bench)?.isDone == true)
        #expect(one.openings == 1)
        bench.settings = Bench.settings([Bench.panel(name: "on*")])
        #expect(reload(bench)?.isDone == true)
        #expect(one.openings == 2)
        bench.settings = Bench.settings([Bench.panel(name: "other")])
        #expect(reload(bench)?.isDone == true)
        #expect(!one.isOpen)
    }

    @Test func `what a panel is in another configuration is told by its id, match, grab and screen`() {
        func entry(_ screen: Int, _ change: (inout PanelSettings) -> Void = { _ in }) -> PanelMatcher.Entry {
            PanelMatcher.Entry(screen: screen, settings: Bench.panel("s-0", change))
        }
        let old = entry(0)
        #expect(old.successor(in: [entry(0) { $0.output = "DP-1" }])?.settings.output == "DP-1")
        #expect(old.successor(in: [entry(1), entry(0) { $0.grab = true }, entry(0) { $0.id = "s-1" }, entry(0) { $0.match.vendor = 1 }]) == nil)
    }

    @Test func `a region of the new configuration stays, also if a client that had added one of its id leaves in the same turn`() throws {
        let bench = try Bench([])
        bench.send(#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,10,10]}}]}"#)
        #expect(bench.service.tree.index(ofID: "new") != nil)
        bench.settings = Bench.settings([], region: "new")
        bench.service.reload { _ in }
        bench.leave()
        bench.turn()
        #expect(bench.service.tree.index(ofID: "a") == nil)
        #expect(bench.service.tree.index(ofID: "new") != nil)
        #expect(!bench.log().contains { $0.contains("bug:") })
    }

    @Test func `who asks while a file is read is answered of the file that is read next, once for all`() throws {
        let bench = try Bench([])
        bench.system.configuration.isSlow = true
        var answered: [Int] = []
        for number in 1...3 { bench.service.reload { _ in answered.append(number) } }
        #expect(bench.system.configuration.jobs.count == 1)
        bench.system.configuration.jobs[0].finish()
        #expect(answered == [1])
        #expect(bench.system.configuration.jobs.count == 2)
        bench.system.configuration.jobs[1].finish()
        #expect(answered == [1, 2, 3])
    }

    @Test func `a file that hangs is refused, and after two that hang nothing is read until one returns`() throws {
        let bench = try Bench([])
        bench.system.configuration.isSlow = true
        for count in 1...2 {
            var result: ReloadResult?
            bench.service.reload { result = $0 }
            bench.system.configuration.jobs[count - 1].hangs = true
            bench.pass(100_000)
            #expect(result?.isDone == false)
        }
        #expect(reload(bench)?.isDone == false)
        #expect(bench.system.configuration.jobs.count == 2)
        bench.system.configuration.jobs[0].finish()
        bench.system.configuration.isSlow = false
        #expect(reload(bench)?.isDone == true)
    }

    @Test func `the service manager hears of a reload from its begin to its end`() throws {
        let bench = try Bench([])
        let before = bench.system.notes.count
        _ = reload(bench)
        let notes = Array(bench.system.notes[before...])
        #expect(notes == ["RELOADING=1\nMONOTONIC_USEC=1000000", "READY=1\nSTATUS=0 panels, 2 regions"])
    }
}
