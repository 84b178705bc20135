import Testing
import TouchCore

@testable import Report

@Suite struct `Taps just beside a button` {
    private let button = FingerTape.region("ok", Rect(400, 400, 100, 100), .button)

    @Test func `are told with the distance to the rectangle that takes touches`() {
        var tape = FingerTape()
        tape.tap(450, 520)  // 20 points below
        tape.tap(530, 540)  // 30 to the right, 40 below
        tape.tap(450, 450)  // on it
        tape.tap(450, 700)  // 20 mm away
        let misses = tape.findings([button]).nearMisses
        #expect(misses.all.map(\.button) == ["ok", "ok"])
        #expect(misses.all.map { $0.distance.rounded() } == [20, 50])
        #expect(misses.all.map(\.taken) == ["window", "window"])
        #expect(misses.rows == [NearMisses.Row(button: "ok", count: 2, nearest: misses.all[0].distance, farthest: misses.all[1].distance)])
    }

    @Test func `count from the hit insets, and not for drags, disabled or hidden buttons`() {
        var wide = button
        wide.hitInsets = Insets(top: -10, left: -10, bottom: -10, right: -10)
        var tape = FingerTape()
        tape.tap(450, 505)
        tape.tap(450, 530)
        tape.drag([(450, 530), (600, 530), (700, 530)])
        #expect(tape.findings([wide]).nearMisses.all.map { $0.distance.rounded() } == [20])
        var disabled = button
        disabled.isEnabled = false
        var hidden = button
        hidden.hidden = true
        #expect(tape.findings([disabled]).nearMisses.all.isEmpty)
        #expect(tape.findings([hidden]).nearMisses.all.isEmpty)
    }

    @Test func `name a button in a sensitive region by the region`() {
        var pad = FingerTape.region("pad", Rect(400, 400, 100, 100), .view, [FingerTape.region("one", Rect(0, 0, 100, 100), .button)])
        pad.isSensitive = true
        var tape = FingerTape()
        tape.tap(450, 520)
        #expect(tape.findings([pad]).nearMisses.all.map(\.button) == ["pad"])
        #expect(!tape.page([pad]).contains("one<"))
    }

    @Test func `of a region with a tap gesture count too, and a tap in it is none`() {
        var tappable = FingerTape.region("card", Rect(400, 400, 100, 100))
        tappable.gestures = [GestureSpec(id: "open", type: "tap")]
        var tape = FingerTape()
        tape.tap(450, 520)
        tape.tap(450, 450)
        #expect(tape.findings([tappable]).nearMisses.all.map(\.button) == ["card"])
    }
}
