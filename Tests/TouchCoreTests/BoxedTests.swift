import Testing
import TouchCore

@Suite struct `What few regions have` {
    private func region(_ kind: RegionKind) -> RegionSpec { RegionSpec(id: "r", kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 10, 10))) }

    @Test func `a copy that changes leaves the other as it was`() {
        let old = region(.scrollView)
        var new = old
        new.scroll?.zoomScale = 2
        #expect(old.scroll?.zoomScale == 1)
        #expect(new.scroll?.zoomScale == 2)
        new.scroll = nil
        #expect(old.scroll != nil)
    }

    @Test func `regions are the same where all that they have is`() {
        var one = region(.slider)
        var other = region(.slider)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        one.knob?.value = 0.5
        #expect(one != other)
        other.knob?.value = 0.5
        #expect(one == other)
        other.knob = nil
        #expect(one != other)
    }

    @Test func `what is not there stays away`() {
        var region = region(.view)
        region.knob?.value = 1
        #expect(region.knob == nil)
        #expect(region == self.region(.view))
    }

    @Test func `a region has no room for what few have`() { #expect(MemoryLayout<RegionSpec>.stride <= 344) }
}
