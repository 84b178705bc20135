/// UIScrollView's own pan: one or more fingers that move along an axis that can scroll. What it says is where the scroll view
/// goes, after the lift as well, as long as it runs on.
final class ScrollRecognizer: PanRecognizer {
    /// Not one that a configuration names: a scroll view has it.
    static let scrollType = GestureType("scroll", []) { ScrollRecognizer($0) }

    /// For how long the content waits for a touch. Not documented; measured, and as open re-implementations have it.
    static let contentDelay: Int64 = 150_000

    private var space = GestureSpace(toLocal: .identity, screen: Size(0, 0))
    /// Which of the axes can scroll, as factors.
    private var axes = Point(1, 1)
    /// Where it was when it began, and how far it can go. In its own space, as all that follows.
    private var origin = Point(0, 0)
    private var farthest = Point(0, 0)
    /// What of the way it took to begin, which is not scrolled: measured, 12 points of travel are 2 of scrolling.
    private var slop = Point(0, 0)
    /// Nil while fingers are down, and before.
    private var coasting: Coasting?
    /// What it has run on by itself.
    private var coasted = Point(0, 0)

    // MARK: Who waits for it

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool {
        if state == .possible, spec.delaysTouchesBegan { deadline = min(deadline, finger.beganAt &+ Self.contentDelay) }
        return true
    }

    override func delaysBegin(of finger: Finger, at time: Int64) -> Bool {
        spec.delaysTouchesBegan && finger.isDown && time &- finger.beganAt < Self.contentDelay
    }

    // MARK: Its way

    /// Far enough along an axis that can scroll, and the content lets go of its touches.
    override func mayBegin(_ tree: borrowing RegionTree, _ space: GestureSpace) -> Verdict {
        let spec = tree.specs[Int(region)]
        let (bounds, content) = (spec.geometry.bounds, spec.scroll?.contentSize ?? Size(0, 0))
        self.space = space
        farthest = Point(max(content.width - bounds.size.width, 0), max(content.height - bounds.size.height, 0))
        axes = Point(farthest.x > 0 ? 1 : 0, farthest.y > 0 ? 1 : 0)
        let way = way
        let length = way.squaredDistance(to: Point(0, 0)).squareRoot()
        if length < Self.slop { return .notYet }
        for finger in fingers where finger.counts {
            let isContents = !delaysBegin(of: finger, at: time) && !tree.getsNoTouches(finger.target)
            let isLetGo = spec.scroll?.canCancelContentTouches == true
                && tree.shouldCancelTouches(in: finger.target, of: region)
            if isContents && finger.target != region && !isLetGo { return .no }
        }
        origin = bounds.origin
        slop = Point(way.x * Self.slop / length, way.y * Self.slop / length)
        return .yes
    }

    /// A knob keeps its finger even before its begin is delivered, unless the scroll view may take touches back from it.
    override func yieldsToKnob(of finger: Finger, _ tree: borrowing RegionTree) -> Bool {
        !tree.shouldCancelTouches(in: finger.target, of: region)
    }

    /// The fingers', along the axes that can scroll.
    private var way: Point { alongAxes(space.distance(translation)) }

    private func alongAxes(_ p: Point) -> Point { Point(p.x * axes.x, p.y * axes.y) }

    /// The content goes with the finger, so the offset goes against it; as far as there is content.
    private var offset: Point {
        func along(_ from: Double, _ way: Double, _ most: Double, _ axis: Double) -> Double {
            axis == 0 ? from : min(max(from - way, 0), most)
        }
        let way = way - slop + coasted
        return Point(along(origin.x, way.x, farthest.x, axes.x), along(origin.y, way.y, farthest.y, axes.y))
    }

    // MARK: Running on

    /// A finger on what runs on stops it, and has it.
    override func touchesBegan() {
        if coasting != nil {
            coasting = nil
            deadline = .max
        }
        super.touchesBegan()
    }

    override func end() {
        if isActive, coasting == nil, let next = Coasting(alongAxes(space.distance(velocity))) {
            coasting = next
            deadline = time &+ Coasting.step
        } else {
            super.end()
        }
    }

    override func expire() {
        guard coasting != nil else {
            let next = fingers.filter { $0.isDown && $0.beganAt &+ Self.contentDelay > time }.map(\.beganAt).min()
            if let next { deadline = next &+ Self.contentDelay }
            return
        }
        let before = offset
        coasted = coasted + coasting!.goOn()
        if coasting!.isOver || offset == before { return super.end() }
        deadline = time &+ Coasting.step
        change()
    }

    override func reset() {
        super.reset()
        coasting = nil
        coasted = Point(0, 0)
    }

    // MARK: What it says

    override func says(_ state: GestureAction.State, _ tree: borrowing RegionTree, _ space: GestureSpace) -> RoutedAction {
        let scrolling: ScrollAction.State =
            switch state {
            case .recognized, .began: .began
            case .changed: .changed
            case .ended: .ended
            case .cancelled: .cancelled
            }
        return .scroll(ScrollAction(region: region, offset: offset, zoomScale: 1, state: scrolling, first: first))
    }

    override var isTold: Bool { false }
}
