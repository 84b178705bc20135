import Testing

@testable import touchctl

@Suite struct `Negative numbers` {
    private func hit(_ arguments: String...) throws -> Hit? { try Touchctl.parseAsRoot(NegativeNumber.protected(arguments)) as? Hit }

    @Test func `a number below 0 is no option, wherever it stands`() throws {
        let hit = try hit("hit", "-5", "5", "--config", "a.yaml")
        #expect(hit?.x == -5 && hit?.y == 5 && hit?.config == "a.yaml")
        #expect(try self.hit("hit", "--config", "a.yaml", "1", "-0.5")?.y == -0.5)
        #expect(try self.hit("hit", "--", "-1", "-2")?.x == -1)
        let drag = try Touchctl.parseAsRoot(NegativeNumber.protected(["inject", "drag", "-1", "-2", "-3", "4"])) as? Inject.Drag
        #expect(drag?.way.fromX == -1 && drag?.way.fromY == -2 && drag?.way.toX == -3 && drag?.way.toY == 4)
        let pinch = try Touchctl.parseAsRoot(NegativeNumber.protected(["inject", "pinch", "1", "2", "--turn", "-90"])) as? Inject.Pinch
        #expect(pinch?.turn == -90)
    }

    @Test func `what is no number is an option, and other commands have theirs`() {
        #expect(NegativeNumber.protected(["hit", "-x", "--", "-5a"]) == ["hit", "-x", "--", "-5a"])
        #expect(NegativeNumber.protected(["check", "-5"]) == ["check", "-5"])
        #expect(throws: (any Error).self) { try hit("hit", "-x", "5") }
    }
}
