import ArgumentParser
import Sockets
import Testing

@testable import touchctl

@Suite struct PanelOfInstanceTests {
    @Test func `a line names a panel, and the instance after a tab`() throws {
        #expect(try PanelOfInstance(line: "main-0") == PanelOfInstance(id: "main-0"))
        #expect(try PanelOfInstance(line: "main-0\tleft") == PanelOfInstance(id: "main-0", instance: Instance("left")))
    }

    @Test func `a line cannot lead to another folder's configuration`() {
        #expect(throws: ExitCode(64)) { try PanelOfInstance(line: "main-0\t../../tmp/x") }
        #expect(throws: ExitCode(64)) { try PanelOfInstance(line: "main-0\tleft\tright") }
    }
}
