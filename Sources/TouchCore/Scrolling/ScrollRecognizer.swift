/// UIScrollView's own pan: one or more fingers that move along an axis that can scroll. What it says is where the scroll view
/// goes.
final class ScrollRecognizer: PanRecognizer {
    /// Not one that a configuration names: a scroll view has it.
    static let scrollType = GestureType("scroll", []) { ScrollRecognizer($0) }

    /// For how long the content waits for a touch. Not documented; measured, and as open re-implementations have it.
    static let contentDelay: Int64 = 150_000

    /// Which of the axes can scroll, as factors.
    private var axes = Point(1, 1)
    /// Where it was when it began.
    private var origin = Point(0, 0)
    private var farthest = Point(0, 0)
    /// What of the way it took to begin, which is not scrolled: measured, 12 points of travel are 2 of scrolling.
    private var slop = Point(0, 0)

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool {
        if state == .possible, spec.delaysTouchesBegan { deadline = min(deadline, finger.beganAt &+ Self.contentDelay) }
        return true
    }

    override func expire() {
        let next = fingers.filter { $0.isDown && $0.beganAt &+ Self.contentDelay > time }.map(\.beganAt).min()
        if let next { deadline = next &+ Self.contentDelay }
    }

    override func delaysBegin(of finger: Finger, at time: Int64) -> Bool {
        spec.delaysTouchesBegan && finger.isDown && time &- finger.beganAt < Self.contentDelay
    }

    /// Its way along the axes that can scroll, in its own space.
    private func way(_ space: GestureSpace) -> Point {
        let way = space.distance(translation)
        return Point(way.x * axes.x, way.y * axes.y)
    }

    /// Far enough along an axis that can scroll, and the content lets go of its touches.
    override func mayBegin(_ tree: borrowing RegionTree, _ space: GestureSpace) -> Verdict {
        let spec = tree.specs[Int(region)]
        let (bounds, content) = (spec.geometry.bounds, spec.scroll?.contentSize ?? Size(0, 0))
        farthest = Point(max(content.width - bounds.size.width, 0), max(content.height - bounds.size.height, 0))
        axes = Point(farthest.x > 0 ? 1 : 0, farthest.y > 0 ? 1 : 0)
        let way = way(space)
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

    override func says(_ state: GestureAction.State, _ tree: borrowing RegionTree, _ space: GestureSpace) -> RoutedAction {
        let way = way(space) - slop
        // The content goes with the finger, so the offset goes against it; as far as there is content.
        func along(_ from: Double, _ way: Double, _ most: Double, _ axis: Double) -> Double {
            axis == 0 ? from : min(max(from - way, 0), most)
        }
        let offset = Point(along(origin.x, way.x, farthest.x, axes.x), along(origin.y, way.y, farthest.y, axes.y))
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
