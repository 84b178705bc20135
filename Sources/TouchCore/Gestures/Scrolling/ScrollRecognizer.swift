/// UIScrollView's own pan and pinch in one recognizer, because both move the content. It recognizes fingers that move along an axis that can scroll,
/// and two fingers whose distance changes. Its actions report the offset and scale of the scroll view, also after the lift while the content is in
/// motion. This type is not listed among a region's gestures: each scroll view has one such recognizer, with the properties of its `ScrollSpec`.
final class ScrollRecognizer: PanRecognizer {
    /// The time after a pinch, in µs, during which a lift does not throw the content. Equals the time over which velocities are measured.
    private static let pinchRest: Int64 = 100_000

    /// The value of `contentDelay`, in µs.
    private let contentDelay: Int64
    private var place = ScrollPlace()
    private var friction = Friction(rate: ScrollSpec.normal)
    /// The size of a page; nil unless the view stops only at pages.
    private var pages: Size?
    private var locks = false
    /// The transform to points from the region's top left corner.
    private var space = GestureSpace(toLocal: .identity, screen: Size(0, 0))
    private var pinch: Pinch
    /// The movement since a finger stopped the content in motion; nil once it is decided whether scrolling locks to an axis.
    private var undecided: Point?
    /// The motion after the fingers have lifted; nil at any other time.
    private var motion: ScrollMotion?

    override init(_ spec: GestureSpec) {
        contentDelay = spec.microseconds(.contentDelay)
        pinch = Pinch(slop: spec.number(.scaleSlop))
        super.init(spec)
    }

    // MARK: Delayed begins

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool {
        if state == .possible, spec.delaysTouchesBegan { deadline = min(deadline, finger.beganAt &+ contentDelay) }
        return true
    }

    override func delaysBegin(of finger: Finger, at time: Int64) -> Bool {
        spec.delaysTouchesBegan && finger.isDown && time &- finger.beganAt < contentDelay
    }

    // MARK: Beginning

    /// Lets scrolling begin if the distance between two fingers has changed enough, or the fingers have moved far enough along an axis that can
    /// scroll.
    override func mayBegin(_ tree: borrowing RegionTree, _ space: GestureSpace) -> Verdict {
        readProperties(tree, space)
        place.put(tree.specs[region.slot].geometry.bounds.origin, tree.zoomScale(of: region))
        let isPinched = place.extent.zooms && pinch.isBeyondThreshold
        place.free(isPinched ? Point(1, 1) : place.extent.axes(at: place.scale))
        let way = self.space.distance(translation).along(place.axes)
        let counted = way.along(ScrollExtent.axes(of: region, for: way, in: tree))
        let length = counted.squaredDistance(to: Point(0, 0)).squareRoot()
        if !isPinched && (length < threshold || length == 0) { return .notYet }
        place.grasp()
        if isPinched {
            pinch.begin()
            stretch(by: pinch.spread, from: view(centroid) - self.space.distance(translation - pinch.translation))
        } else {
            if locks { place.lock(to: counted) }
            // The distance needed to begin is not scrolled. In measurements, 12 points of travel scroll 2 points.
            let slop = Point(counted.x * threshold / length, counted.y * threshold / length)
            place.pull(way - slop)
        }
        place.follow()
        return .yes
    }

    /// Always nil: `dropIsolatedFingers` decides for each finger whether a knob keeps it.
    override var displacementBesideKnobs: Point? { nil }

    /// Gives up each finger that the content keeps. The other fingers scroll as if they were alone.
    override func dropIsolatedFingers(_ tree: borrowing RegionTree, at time: Int64) {
        guard state == .possible, fingers.contains(where: { isIsolated($0, tree, at: time) }) else { return }
        dropFingers { isIsolated($0, tree, at: time) }
        recomputeTranslation()
        pinch.pause()
        if let pair { pinch.start(pair.before, at: translation) }
    }

    /// Reads the properties of its region and the region's position in the tree.
    private func readProperties(_ tree: borrowing RegionTree, _ space: GestureSpace) {
        let index = region.slot
        let origin = tree.specs[index].geometry.bounds.origin
        place.extent = ScrollExtent(tree.specs[index])
        self.space = GestureSpace(toLocal: space.toLocal.then(.translation(-origin.x, -origin.y)), screen: space.screen)
        friction = Friction(rate: tree.specs[index].scroll?.decelerationRate ?? friction.rate)
        pages = tree.specs[index].scroll?.isPagingEnabled == true ? place.extent.size : nil
        locks = tree.specs[index].scroll?.isDirectionalLockEnabled ?? false
    }

    // MARK: Following the fingers

    override func touchesBegan() {
        // A finger that comes down while the content is in motion stops it and belongs to the scroll view.
        if motion != nil {
            motion = nil
            deadline = .max
            place.free(place.axes)
            undecided = locks ? Point(0, 0) : nil
            place.grasp()
        }
        super.touchesBegan()
        if let pair { pinch.start(pair.now, at: translation) }
    }

    override func touchesMoved() {
        if let pair { pinch.move(from: pair.before, to: pair.now) }
        super.touchesMoved()
        if isActive { follow() } else if pinch.isBeyondThreshold { begin() }
    }

    override func touchesEnded() {
        // Skipped if `touchesMoved` has already followed other fingers in this event.
        if isActive, !hasMoved { follow() }
        super.touchesEnded()
        if down < 2 { pinch.pause() }
    }

    override func touchesCancelled() {
        super.touchesCancelled()
        if down < 2 { pinch.pause() }
    }

    private func follow() {
        let now = view(centroid)
        let before = view(centroidBefore)
        if place.extent.zooms && pinch.isBeyondThreshold && !pinch.isActive {
            pinch.begin()
            stretch(by: pinch.spread, from: before)
        } else if pinch.isActive, pinch.ratio != 1 {
            stretch(by: pinch.ratio, from: before)
        } else {
            let way = now - before
            if let sofar = undecided {
                undecided = sofar + way
                if undecided!.squaredDistance(to: Point(0, 0)) >= threshold * threshold {
                    place.lock(to: undecided!)
                    undecided = nil
                }
            }
            place.pull(way)
        }
        pinch.ratio = 1
        place.follow()
    }

    /// Zooms by the factor by which the distance between the fingers has grown. The point at their centroid stays in place.
    private func stretch(by factor: Double, from before: Point) {
        let now = view(centroid)
        place.stretch(by: factor, from: before, to: now)
        undecided = nil
        pinch.last = time
        pinch.middle = now
    }

    private func view(_ p: Point) -> Point { space.toLocal.apply(p) }

    // MARK: Going on

    override func end() {
        guard isActive, motion == nil else { return super.end() }
        pinch.end()
        let isThrown = time &- pinch.last > Self.pinchRest
        let next = motion(with: isThrown ? space.distance(velocity).along(place.fingerAxes) : Point(0, 0))
        if next.isOver(place.extent) { return super.end() }
        motion = next
        deadline = time &+ ScrollMotion.step
    }

    /// - Parameter speed: The velocity of the fingers, in points per second.
    private func motion(with speed: Point) -> ScrollMotion {
        let (extent, offset, scale) = (place.extent, place.offset, place.scale)
        return ScrollMotion(
            x: AxisMotion(
                from: offset.x, velocity: -speed.x, within: extent.x(at: scale), page: pages?.width, friction,
                isFree: place.axes.x > 0),
            y: AxisMotion(
                from: offset.y, velocity: -speed.y, within: extent.y(at: scale), page: pages?.height, friction,
                isFree: place.axes.y > 0),
            scale: scale, about: pinch.middle, friction)
    }

    override func expire() {
        guard motion != nil else {
            let next = fingers.filter { $0.isDown && $0.beganAt &+ contentDelay > time }.map(\.beganAt).min()
            if let next { deadline = next &+ contentDelay }
            return
        }
        if motion!.isOver(place.extent) { return super.end() }
        motion!.advance(place.extent)
        place.put(motion!.offset, motion!.scale)
        // The end is reported separately, right after the last step and with the same time.
        deadline = motion!.isOver(place.extent) ? time : time &+ ScrollMotion.step
        change()
    }

    override func reset() {
        super.reset()
        motion = nil
        undecided = nil
        pinch = Pinch(slop: pinch.slop)
    }

    /// Adopts an offset and scale that a client sets during scrolling: fingers continue from there, and decelerating content stops there.
    override func treeChanged(_ tree: borrowing RegionTree, _ space: GestureSpace) {
        guard isActive else { return }
        let old = place.extent
        readProperties(tree, space)
        let offset = tree.specs[region.slot].geometry.bounds.origin
        let scale = tree.zoomScale(of: region)
        let isMoved = offset != place.offset || scale != place.scale
        if !isMoved && place.extent == old { return }
        place.put(offset, scale)
        place.grasp()
        guard motion != nil, isMoved else { return }
        motion = motion(with: Point(0, 0))
        deadline = time &+ ScrollMotion.step
    }

    // MARK: Its actions

    override func makeAction(_ state: GestureAction.State, _ tree: borrowing RegionTree, _ space: GestureSpace) -> RoutedAction {
        let scrolling: ScrollAction.State
        switch state {
        case .recognized, .began: scrolling = .began
        case .changed: scrolling = .changed
        case .ended: scrolling = .ended
        case .cancelled:
            scrolling = .cancelled
            // The content does not bounce back but rests at once.
            place.rest(about: pinch.middle, pages, friction)
        }
        return .scroll(ScrollAction(region: region, offset: place.offset, zoomScale: place.scale, state: scrolling, first: first))
    }

    override var reportsFailure: Bool { false }

    override var faultOfType: String? {
        if isActive, motion != nil, deadline == .max { return "its content is in motion without a deadline" }
        if state == .possible, motion != nil || undecided != nil || pinch.isActive { return "it moves its content before it has begun" }
        return super.faultOfType
    }
}
