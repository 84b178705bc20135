import Testing
import TouchCore

@testable import Configuration

/// The warning about a panel whose scales along x and y differ.
@Suite struct PanelAspectTests {
    private static let view = "- { id: a, frame: [0, 0, 100, 100] }"

    private func aspect(_ scale: Size, panel: String = "{ match: { name: a } }") -> [String] {
        warnings(Self.view, scales: ["main-0": scale], panels: "[\(panel)]")
    }

    @Test func `a panel mounted upright without its rotation is told both rotations`() {
        // A landscape panel of 341 × 192 mm under a screen of 1080 × 1920 points.
        #expect(
            aspect(Size(1080 / 341, 1920 / 192)) == [
                "f:10:14: warning: panel \"main-0\" has 3.2 points per mm across and 10 down, so squares are not square on its glass of 341 × 192 mm; "
                    + "is it mounted upright? After a quarter turn it has 5.6 both ways: write rotation: 90, or rotation: 270 if touches land at the "
                    + "opposite end (\"touchctl calibrate\" measures it) [aspect]"
            ])
    }

    @Test(arguments: [90, 270])
    func `a panel that is turned although it is not mounted upright is told so at its rotation`(rotation: Int) {
        let found = aspect(Size(1080 / 341, 1920 / 192), panel: "{ match: { name: a }, rotation: \(rotation) }")
        #expect(ids(found) == ["aspect"])
        #expect(found[0].hasPrefix("f:10:36: ") && found[0].contains("Without a quarter turn it has 5.6 both ways: write rotation: 0"), "\(found)")
    }

    @Test func `a panel that no turn makes square is none, because the size that it states may be wrong`() {
        #expect(aspect(Size(10.8, 19.2)) == [])  // A panel of 100 × 100 mm.
        #expect(aspect(Size(2, 19.2)) == [])
    }

    @Test func `only the part of the screen that the panel covers counts`() {
        // The left half of the screen, 540 × 1920 points, over a panel of 340 × 96 mm.
        let half = "{ match: { name: a }, area: [0, 0, 540, 1920] }"
        #expect(ids(aspect(Size(540 / 340, 1920 / 96), panel: half)) == ["aspect"])
        #expect(aspect(Size(540 / 96, 1920 / 340), panel: half) == [])
    }

    @Test func `a difference within the limit is none, and neither is an unknown size`() {
        // A screen that is a little longer than wide, over a panel whose scales differ by 1.28 and by 1.32.
        func square(_ scale: Size) -> [String] { aspect(scale, panel: "{ match: { name: a }, area: [0, 0, 1000, 1200] }") }
        #expect(square(Size(5, 6.4)) == [])
        #expect(ids(square(Size(5, 6.6))) == ["aspect"])
        #expect(warnings(Self.view, panels: "[{ match: { name: a } }]") == [])
        for scale in [Size(0, 5), Size(.infinity, 5), Size(.nan, 5)] { #expect(aspect(scale) == []) }
    }
}
