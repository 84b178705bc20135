import JSON
import Testing
@testable import TouchdClient

@testable import touchd_tuio

@Suite struct `Surfaces` {
    private func touch(_ x: Double, _ y: Double, region: String? = nil, local: Point? = nil) -> TouchEvent {
        TouchEvent(
            id: 1, phase: .began, region: region, target: nil, location: Point(x, y), local: local, tapCount: 1, isInside: true, fields: .object([:]))
    }

    private func region(kind: String = "view", toScreen: String = "[2,0,0,2,100,200]", bounds: String = "[0,0,50,25]") throws -> Region {
        let line = "{\"id\":\"map\",\"path\":\"map\",\"kind\":\"\(kind)\",\"screen\":\"main\",\"bounds\":\(bounds),\"toScreen\":\(toScreen)}"
        return try Region(JSONReader.parse(Array(line.utf8)))
    }

    @Test func `a screen's places are from 0 to 1, also beyond its edge`() {
        let screen = Surface.screen(width: 1000, height: 500)
        #expect(screen.place(of: touch(250, 250)) == Point(0.25, 0.5))
        #expect(screen.place(of: touch(-1, 501)) == Point(0, 1))
    }

    @Test func `a region's places are of its own space, whoever in it gets the touch`() throws {
        let surface = Surface.region(try region())
        #expect(surface.place(of: touch(150, 225, region: "map", local: Point(25, 12.5))) == Point(0.5, 0.5))
        #expect(surface.place(of: touch(150, 225, region: "key", local: Point(1, 1))) == Point(0.5, 0.5))
    }

    @Test func `a turned region's places turn with it`() throws {
        // Rotated by a quarter turn to the right: its x axis runs down the screen.
        let surface = Surface.region(try region(toScreen: "[0,1,-1,0,300,0]", bounds: "[0,0,100,200]"))
        #expect(surface.place(of: touch(250, 25)) == Point(0.25, 0.25))
    }

    @Test func `a scroll view's places do not scroll`() throws {
        let surface = Surface.region(try region(kind: "scrollView", toScreen: "[1,0,0,1,0,-400]", bounds: "[0,400,100,100]"))
        #expect(surface.place(of: touch(50, 50, region: "map", local: Point(50, 950))) == Point(0.5, 0.5))
    }

    @Test func `what has no size has no places`() throws {
        #expect(Surface.screen(width: 0, height: 10).place(of: touch(0, 0)) == nil)
        #expect(Surface.region(try region(toScreen: "[0,0,0,0,0,0]")).place(of: touch(0, 0)) == nil)
    }
}
