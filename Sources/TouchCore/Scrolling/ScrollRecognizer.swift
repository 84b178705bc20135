/// UIScrollView's own pan and pinch in one, since both say where its content goes: fingers that move along an axis that can scroll,
/// or two whose distance changes. What it says is where the scroll view goes, after the lift as well, as long as it is in motion.
final class ScrollRecognizer: PanRecognizer {
    /// Not one that a region names among its gestures: a scroll view has it, and what can be set of it.
    static let scrollType = GestureType(
        "scroll", [contentDelay, PanRecognizer.threshold, PinchRecognizer.slop] + Speed.properties
    ) { ScrollRecognizer($0) }

    /// Not documented; measured, and as open re-implementations have it.
    static let contentDelay = GestureProperty(
        "contentDelay", .seconds, 0.15, "Seconds for which content waits for a touch with delaysContentTouches.")
    /// How much longer one component of the way is than the other for a directional lock: Chromium's SnapScrollController, since
    /// Apple gives no number.
    private static let lockRatio = 1.25
    /// For how long after a pinch what moves is not thrown, in µs: the time over which velocities are measured.
    private static let pinchRest: Int64 = 100_000

    /// µs.
    private let contentDelay: Int64
    private var extent = ScrollExtent()
    private var friction = Friction(rate: ScrollSpec.normal)
    /// Nil unless it stops at pages only.
    private var pages: Size?
    private var locks = false
    /// To points from the region's top left.
    private var space = GestureSpace(toLocal: .identity, screen: Size(0, 0))
    /// Along which axes it goes at all, as factors, and along which of them the fingers lead it.
    private var axes = Point(1, 1)
    private var led = Point(1, 1)
    /// Where the fingers lead, were there no limits.
    private var pulled = Point(0, 0)
    private var pulledScale = 1.0
    /// Where it is.
    private var offset = Point(0, 0)
    private var scale = 1.0
    private var pinch: Pinch
    /// How far it has gone since it was caught, until it is clear whether it is locked to an axis.
    private var undecided: Point?
    /// Nil while fingers are down, and before.
    private var motion: ScrollMotion?

    override init(_ spec: GestureSpec) {
        contentDelay = spec.microseconds(Self.contentDelay)
        pinch = Pinch(slop: spec.number(PinchRecognizer.slop))
        super.init(spec)
    }

    // MARK: Who waits for it

    override func accepts(_ finger: Finger, _ space: GestureSpace) -> Bool {
        if state == .possible, spec.delaysTouchesBegan { deadline = min(deadline, finger.beganAt &+ contentDelay) }
        return true
    }

    override func delaysBegin(of finger: Finger, at time: Int64) -> Bool {
        spec.delaysTouchesBegan && finger.isDown && time &- finger.beganAt < contentDelay
    }

    // MARK: Beginning

    /// Far enough along an axis that can scroll, or apart, and the content lets go of its touches.
    override func mayBegin(_ tree: borrowing RegionTree, _ space: GestureSpace) -> Verdict {
        look(tree, space)
        offset = tree.specs[Int(region)].geometry.bounds.origin
        scale = tree.zoomScale(of: region)
        let isPinched = extent.zooms && pinch.isFar
        axes = isPinched ? Point(1, 1) : extent.axes(at: scale)
        led = axes
        let way = along(axes, self.space.distance(translation))
        let counted = along(tree.axes(of: region, for: way), way)
        let length = counted.squaredDistance(to: Point(0, 0)).squareRoot()
        if !isPinched && (length < threshold || length == 0) { return .notYet }
        for finger in fingers where finger.counts && !isLetGo(finger, tree) { return .no }
        pull(from: offset, scale)
        if isPinched {
            pinch.begin()
            stretch(by: pinch.spread, from: view(centroid) - self.space.distance(translation - pinch.translation))
        } else {
            if locks { lock(to: counted) }
            // The way it took to begin is not scrolled: measured, 12 points of travel are 2 of scrolling.
            let slop = Point(counted.x * threshold / length, counted.y * threshold / length)
            pulled = pulled - along(led, way - slop)
        }
        show()
        return .yes
    }

    /// A knob keeps its finger even before its begin is delivered, unless the scroll view may take touches back from it.
    override func yieldsToKnob(of finger: Finger, _ tree: borrowing RegionTree) -> Bool {
        !tree.shouldCancelTouches(in: finger.target, of: region)
    }

    /// Takes over what region and tree say of it.
    private func look(_ tree: borrowing RegionTree, _ space: GestureSpace) {
        let index = Int(region)
        let origin = tree.specs[index].geometry.bounds.origin
        extent = ScrollExtent(tree.specs[index])
        self.space = GestureSpace(toLocal: space.toLocal.then(.translation(-origin.x, -origin.y)), screen: space.screen)
        friction = Friction(rate: tree.specs[index].scroll?.decelerationRate ?? friction.rate)
        pages = tree.specs[index].scroll?.isPagingEnabled == true ? extent.size : nil
        locks = tree.specs[index].scroll?.isDirectionalLockEnabled ?? false
    }

    /// Whether the content has not been told of a finger, or gives it back.
    private func isLetGo(_ finger: Finger, _ tree: borrowing RegionTree) -> Bool {
        if finger.target == region || delaysBegin(of: finger, at: time) || tree.getsNoTouches(finger.target) { return true }
        return tree.specs[Int(region)].scroll?.canCancelContentTouches == true
            && tree.shouldCancelTouches(in: finger.target, of: region)
    }

    /// A way that goes clearly along one axis keeps it from the other until the fingers are gone.
    private func lock(to way: Point) {
        if abs(way.x) >= Self.lockRatio * abs(way.y) { led.y = 0 } else if abs(way.y) >= Self.lockRatio * abs(way.x) { led.x = 0 }
    }

    // MARK: Following the fingers

    override func touchesBegan() {
        // A finger on what is in motion stops it, and has it.
        if motion != nil {
            motion = nil
            deadline = .max
            led = axes
            undecided = locks ? Point(0, 0) : nil
            pull(from: offset, scale)
        }
        super.touchesBegan()
        if let pair { pinch.start(pair.now, at: translation) }
    }

    override func touchesMoved() {
        if let pair { pinch.move(from: pair.before, to: pair.now) }
        super.touchesMoved()
        if isActive { follow() } else if pinch.isFar { begin() }
    }

    override func touchesEnded() {
        // Unless it has followed those that moved in this event.
        if isActive, !fingers.contains(where: { $0.phase == .moved && $0.counts }) { follow() }
        super.touchesEnded()
        if down < 2 { pinch.pause() }
    }

    override func touchesCancelled() {
        super.touchesCancelled()
        if down < 2 { pinch.pause() }
    }

    private func follow() {
        let now = view(centroid)
        let before = view(mean { $0.phase == .moved || $0.phase == .ended ? $0.previous : $0.location })
        if extent.zooms && pinch.isFar && !pinch.isActive {
            pinch.begin()
            stretch(by: pinch.spread, from: before)
        } else if pinch.isActive, pinch.ratio != 1 {
            stretch(by: pinch.ratio, from: before)
        } else {
            let way = now - before
            if let sofar = undecided {
                undecided = sofar + way
                if undecided!.squaredDistance(to: Point(0, 0)) >= threshold * threshold {
                    lock(to: undecided!)
                    undecided = nil
                }
            }
            pulled = pulled - along(led, way)
        }
        pinch.ratio = 1
        show()
    }

    /// The fingers are farther apart by a factor; what was under their middle stays there.
    private func stretch(by factor: Double, from before: Point) {
        let old = extent.shown(pulledScale)
        pulledScale = extent.within(pulledScale * factor)
        let change = extent.shown(pulledScale) / old
        let now = view(centroid)
        (axes, led) = (Point(1, 1), Point(1, 1))
        undecided = nil
        pulled = Point((pulled.x + before.x) * change - now.x, (pulled.y + before.y) * change - now.y)
        pinch.last = time
        pinch.middle = now
    }

    private func view(_ p: Point) -> Point { space.toLocal.apply(p) }

    private func along(_ axes: Point, _ p: Point) -> Point { Point(p.x * axes.x, p.y * axes.y) }

    /// The fingers lead to where it is.
    private func pull(from offset: Point, _ scale: Double) {
        pulledScale = extent.pulled(scale)
        pulled = extent.pulled(offset, at: scale, axes)
    }

    private func show() {
        scale = extent.shown(pulledScale)
        offset = extent.shown(pulled, at: scale, axes)
    }

    // MARK: Going on

    override func end() {
        guard isActive, motion == nil else { return super.end() }
        pinch.end()
        let isThrown = time &- pinch.last > Self.pinchRest
        let next = motion(with: isThrown ? along(led, space.distance(velocity)) : Point(0, 0))
        if next.isOver(extent) { return super.end() }
        motion = next
        deadline = time &+ ScrollMotion.step
    }

    /// - Parameter speed: the fingers', points a second.
    private func motion(with speed: Point) -> ScrollMotion {
        ScrollMotion(
            x: AxisMotion(
                from: offset.x, velocity: -speed.x, within: extent.x(at: scale), page: pages?.width, friction, isFree: axes.x > 0),
            y: AxisMotion(
                from: offset.y, velocity: -speed.y, within: extent.y(at: scale), page: pages?.height, friction, isFree: axes.y > 0),
            scale: scale, about: pinch.middle, friction)
    }

    override func expire() {
        guard motion != nil else {
            let next = fingers.filter { $0.isDown && $0.beganAt &+ contentDelay > time }.map(\.beganAt).min()
            if let next { deadline = next &+ contentDelay }
            return
        }
        if motion!.isOver(extent) { return super.end() }
        motion!.goOn(extent)
        (offset, scale) = (motion!.offset, motion!.scale)
        // It ends with the step that leads to its end, told of apart.
        deadline = motion!.isOver(extent) ? time : time &+ ScrollMotion.step
        change()
    }

    override func reset() {
        super.reset()
        motion = nil
        undecided = nil
        pinch = Pinch(slop: pinch.slop)
    }

    /// What a client sets of it in mid-scroll counts: fingers go on from there, what runs on by itself stops there.
    override func treeChanged(_ tree: borrowing RegionTree, _ space: GestureSpace) {
        guard isActive else { return }
        let old = extent
        look(tree, space)
        let place = tree.specs[Int(region)].geometry.bounds.origin
        let zoomScale = tree.zoomScale(of: region)
        let isMoved = place != offset || zoomScale != scale
        if !isMoved && extent == old { return }
        (offset, scale) = (place, zoomScale)
        pull(from: offset, scale)
        guard motion != nil, isMoved else { return }
        motion = motion(with: Point(0, 0))
        deadline = time &+ ScrollMotion.step
    }

    // MARK: What it says

    override func says(_ state: GestureAction.State, _ tree: borrowing RegionTree, _ space: GestureSpace) -> RoutedAction {
        let scrolling: ScrollAction.State
        switch state {
        case .recognized, .began: scrolling = .began
        case .changed: scrolling = .changed
        case .ended: scrolling = .ended
        case .cancelled:
            scrolling = .cancelled
            rest()
        }
        return .scroll(ScrollAction(region: region, offset: offset, zoomScale: scale, state: scrolling, first: first))
    }

    /// What is cancelled does not bounce back, but is at rest at once: within the limits, and at a page.
    private func rest() {
        let near = extent.nearest(to: scale)
        let middle = pinch.middle
        offset = Point((offset.x + middle.x) * near / scale - middle.x, (offset.y + middle.y) * near / scale - middle.y)
        scale = near
        if let pages {
            func page(_ size: Double, _ offset: Double, _ range: ClosedRange<Double>) -> Double {
                size > 0 ? AxisMotion.page(size, from: offset, 0, friction, within: range) : offset
            }
            if axes.x > 0 { offset.x = page(pages.width, offset.x, extent.x(at: scale)) }
            if axes.y > 0 { offset.y = page(pages.height, offset.y, extent.y(at: scale)) }
        }
        offset = extent.nearest(to: offset, at: scale, axes)
    }

    override var isTold: Bool { false }
}
