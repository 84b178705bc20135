import JSON

/// Something for the program to do.
enum ReaderStep: Equatable {
    case ask(Int, Query)
    case request(String, [String: JSONValue])
    /// An application does not answer in time.
    case logSlow(String)
    case logWrong(String, reason: String)
}

/// Answers touchd's questions about surfaces. Pure: time, lines and answers come in, questions and requests go out.
///
/// Each question of touchd is a task: a walk over facts, which ends with a request to touchd or without one. Only the newest question of a screen has a
/// task. All calls of a task are independent of those to other applications, so a slow one delays nobody else.
struct Reader {
    /// The time in which a question about the next element is answered, in µs. touchd waits 0.25 s.
    static let answerWithin: Int64 = 200_000
    /// The time for a question about a place. touchd refuses a late answer, so a finger that rests may wait longer.
    private static let exploreWithin: Int64 = 1_000_000
    /// The time after which the applications are looked at again while a profile is on.
    private static let surveyEvery: Int64 = 1_000_000
    /// The time for which a question waits for the windows of applications if none is known.
    private static let windowsWithin: Int64 = 100_000
    /// The time after an activation when the element is looked at again, because its value may have changed.
    private static let lookAfter: Int64 = 150_000
    /// The most objects that are looked at for one question.
    private static let looksMax = 1000
    /// The most answers that one question may need.
    private static let answersMax = 4000
    /// The most screens that are remembered. touchd has fewer.
    private static let screensMax = 64

    private struct Screen {
        var isOn = false
        var turn: Int64 = -1
        var current: CurrentElement?
        /// False while a question about the focus is not answered, so that nobody knows what an activation would mean.
        var isSettled = true
        /// True if the next answer is said even if the element is the same.
        var saysAgain = true
        /// True until touchd has said the last answer. If the next question comes before that, touchd has refused the answer as too late.
        var isUnsaid = false
        /// The time to look whether the value of the element has changed.
        var lookAt: Int64?
        /// True after the reader has asked touchd to touch the element: the next activation is its own.
        var hasAskedToTouch = false
    }

    private let settings: ReadSettings
    private var screens: [String: Screen] = [:]
    private var surfaces: [String: KioskLine.Region] = [:]
    private var sizes: [String: KioskLine.Size] = [:]
    private var windows = ApplicationWindows()
    private var tasks: [Int: ReaderTask] = [:]
    private var calls = Calls()
    private var lastID = 0
    private var isOnBus = false
    private var surveyedAt: Int64 = .min
    /// The newest question of each screen that has no task yet.
    private var asked: [String: ReaderTask] = [:]

    init(_ settings: ReadSettings) { self.settings = settings }

    /// The number of calls without an answer.
    var callCount: Int { calls.count }

    // MARK: Lines

    mutating func handle(_ line: KioskLine, _ now: Int64) {
        switch line {
        case .profiles(let id, let isOn): update(id) { $0.isOn = isOn }
        case .down(let id): update(id) { $0.saysAgain = true }
        case .screens(let sizes): self.sizes = sizes
        case .regions(let regions, let removed, let isAll): setRegions(regions, removed, isAll)
        case .focus(let id, let region, let turn):
            update(id) { screen in
                screen.turn = max(screen.turn, turn)
                screen.isUnsaid = false
                // The focus is elsewhere: the next one that comes here begins at an end.
                if screen.current?.surface != region { (screen.current, screen.isSettled) = (nil, true) }
            }
            if screens[id]?.current == nil { cancelQuestions(of: id) }
        case .explore(let id, let surface, let turn, let x, let y):
            update(id) { screen in if screen.isUnsaid { (screen.saysAgain, screen.isUnsaid) = (true, false) } }
            ask(ReaderTask(kind: .explore(x: x, y: y), screen: id, surface: surface, turn: turn, begin: now, due: now + Self.exploreWithin))
        case .navigate(let id, let surface, let turn, let move):
            ask(ReaderTask(kind: .navigate(move), screen: id, surface: surface, turn: turn, begin: now, due: now + Self.answerWithin))
        case .activate(let id, let region, let turn, let isTouched):
            var isOwn = false
            update(id) { screen in
                screen.turn = max(screen.turn, turn)
                (isOwn, screen.hasAskedToTouch) = (screen.hasAskedToTouch, false)
                if screen.current?.surface == region { screen.lookAt = now + Self.lookAfter }
            }
            guard !isTouched, !isOwn, let screen = screens[id], screen.isSettled, screen.current?.surface == region else { return }
            var task = ReaderTask(kind: .activate, screen: id, surface: region, turn: turn, begin: now, due: now + Self.exploreWithin)
            task.target = screen.current
            ask(task)
            // Before the next line can move the focus on.
            choose(id, now)
        }
    }

    private mutating func update(_ id: String, _ change: (inout Screen) -> Void) {
        guard screens[id] != nil || screens.count < Self.screensMax else { return }
        change(&screens[id, default: Screen()])
    }

    private mutating func setRegions(_ regions: [KioskLine.Region], _ removed: [String], _ isAll: Bool) {
        if isAll { surfaces = [:] }
        for id in removed { surfaces[id] = nil }
        for region in regions {
            if region.surface != nil {
                surfaces[region.id] = region
            } else {
                surfaces[region.id]?.box = region.box
            }
        }
    }

    /// Replaces the question of a screen.
    private mutating func ask(_ task: ReaderTask) {
        let isServed = settings.serves(task.surface)
        update(task.screen) { screen in
            screen.turn = max(screen.turn, task.turn)
            if task.isActivation { return }
            screen.isSettled = !isServed
            screen.hasAskedToTouch = false
            screen.lookAt = nil
            if screen.current?.surface != task.surface { screen.current = nil }
        }
        cancelQuestions(of: task.screen)
        if isServed, screens[task.screen] != nil { asked[task.screen] = task }
    }

    private mutating func cancelQuestions(of screen: String) {
        asked[screen] = nil
        // An activation is never cancelled: it presses its own element, even if the focus has moved on.
        tasks = tasks.filter { !($0.value.isQuestion && !$0.value.isActivation && $0.value.screen == screen) }
    }

    // MARK: Connections

    mutating func handleLostTouchd() {
        (screens, surfaces, asked) = ([:], [:], [:])
        tasks = tasks.filter { !$0.value.isQuestion }
    }

    mutating func handleBus() { (isOnBus, surveyedAt) = (true, .min) }

    mutating func handleLostBus() {
        isOnBus = false
        (tasks, calls, asked) = ([:], Calls(), [:])
        windows.removeAll()
        for id in screens.keys { (screens[id]!.current, screens[id]!.isSettled) = (nil, true) }
    }

    // MARK: Answers

    mutating func receive(_ answer: Answer, to id: Int, _ now: Int64) -> [ReaderStep] {
        guard let (call, isPausedNow) = calls.remove(id, answer, now) else { return [] }
        let bus = call.query.target.bus
        var steps: [ReaderStep] = []
        if case .wrong(let reason) = answer { steps.append(.logWrong(name(ofBus: bus), reason: reason)) }
        if isPausedNow {
            steps.append(.logSlow(name(ofBus: bus)))
            windows.remove(bus: bus)
        }
        // In place: a copy of the task would copy thousands of facts.
        tasks[call.task]?.waiting.remove(id)
        tasks[call.task]?.facts.insert(answer, to: call.query)
        return steps
    }

    private func name(ofBus bus: String) -> String {
        let name = windows.windows.first { $0.key.bus == bus }?.value.first?.name
        return name.map { $0.isEmpty ? bus : "\($0) (\(bus))" } ?? bus
    }

    // MARK: Time

    /// The time at which `advance` has something to do.
    var deadline: Int64 {
        guard isOnBus else { return .max }
        var due = tasks.values.reduce(Int64.max) { min($0, $1.due) }
        for task in asked.values { due = min(due, task.due, task.begin + Self.windowsWithin) }
        for screen in screens.values { if let lookAt = screen.lookAt { due = min(due, lookAt) } }
        if screens.values.contains(where: \.isOn) { due = min(due, surveyedAt == .min ? 0 : surveyedAt + Self.surveyEvery) }
        return due
    }

    /// Does what is due, and goes on with every task whose questions are answered. Call it after lines and answers.
    mutating func advance(_ now: Int64) -> [ReaderStep] {
        var steps: [ReaderStep] = []
        guard isOnBus else {
            asked = [:]
            return steps
        }
        expire(now, &steps)
        let isWanted = screens.values.contains(where: \.isOn) || !asked.isEmpty
        if isWanted, surveyedAt == .min || now - surveyedAt >= Self.surveyEvery { beginSurvey(now) }
        for id in screens.keys.sorted() {
            guard let lookAt = screens[id]!.lookAt, lookAt <= now else { continue }
            screens[id]!.lookAt = nil
            guard let current = screens[id]!.current, screens[id]!.isSettled else { continue }
            let turn = screens[id]!.turn
            var task = ReaderTask(kind: .look, screen: id, surface: current.surface, turn: turn, begin: now, due: now + Self.answerWithin)
            task.window = current.window
            begin(task)
        }
        runAll(now, &steps)
        for id in asked.keys.sorted() { choose(id, now) }
        runAll(now, &steps)
        return steps
    }

    private mutating func begin(_ task: ReaderTask) {
        lastID += 1
        tasks[lastID] = task
    }

    private mutating func beginSurvey(_ now: Int64) {
        surveyedAt = now
        if !tasks.values.contains(where: { if case .list = $0.kind { true } else { false } }) {
            begin(ReaderTask(kind: .list, begin: now, due: now + Self.exploreWithin))
        }
    }

    /// Begins the question of a screen, if the window is known.
    private mutating func choose(_ id: String, _ now: Int64) {
        guard var task = asked[id] else { return }
        let name = settings.application(of: task.surface)
        let needsCurrent = if case .explore = task.kind { false } else { true }
        if needsCurrent, let current = screens[id]?.current, windows.windows[current.window.application] != nil {
            let window = windows.window(named: name)
            // The focus goes into a dialog that has come up, and out of one that has gone.
            task.window = window.map { $0.window == current.window.window ? $0 : nil } ?? nil
            if task.window == nil { (screens[id]!.current, task.target) = (nil, nil) }
        }
        if task.window == nil { task.window = windows.window(named: name) }
        let isSurveying = tasks.values.contains { !$0.isQuestion }
        guard task.window != nil else {
            if !isSurveying || now - task.begin >= Self.windowsWithin { finish(id, task) }
            return
        }
        // Windows of other applications may still be found, of which one is active.
        if task.window?.isActive != true, isSurveying, now - task.begin < Self.windowsWithin { return }
        asked[id] = nil
        begin(task)
    }

    /// Ends a question that has no answer.
    private mutating func finish(_ id: String, _ task: ReaderTask) {
        if task.isActivation {
            if asked[id]?.isActivation == true { asked[id] = nil }
            return
        }
        asked[id] = nil
        screens[id]?.isSettled = true
        screens[id]?.current = nil
    }

    private mutating func expire(_ now: Int64, _ steps: inout [ReaderStep]) {
        for (id, task) in tasks.sorted(by: { $0.key < $1.key }) where task.due <= now {
            tasks[id] = nil
            endUnanswered(task, &steps)
        }
        for (id, task) in asked.sorted(by: { $0.key < $1.key }) where task.due <= now { finish(id, task) }
    }

    /// Ends a task that cannot be finished.
    private mutating func endUnanswered(_ task: ReaderTask, _ steps: inout [ReaderStep]) {
        guard task.isQuestion else { return }
        if case .look = task.kind { return }
        let wasInside = screens[task.screen]?.current != nil
        finish(task.screen, task)
        // Otherwise the focus would stay 0.25 s at an application that does not answer.
        if case .navigate(let move) = task.kind, wasInside, move == .next || move == .previous { steps.append(leave(task, move)) }
    }

    // MARK: Tasks

    private mutating func runAll(_ now: Int64, _ steps: inout [ReaderStep]) {
        for id in tasks.keys.sorted() { run(id, now, &steps) }
    }

    private mutating func run(_ id: Int, _ now: Int64, _ steps: inout [ReaderStep]) {
        while var task = tasks[id], task.waiting.isEmpty {
            do throws(Missing) {
                let result = try walk(of: task).result()
                if case .further(let place, let isInside) = result, task.facts.looks <= Self.looksMax {
                    (task.progress, task.facts) = ((place, isInside), Facts(after: task.facts))
                    tasks[id] = task
                    continue
                }
                tasks[id] = nil
                apply(result, task, now, &steps)
            } catch {
                if task.facts.looks > Self.looksMax || task.facts.count > Self.answersMax {
                    tasks[id] = nil
                    endUnanswered(task, &steps)
                    return
                }
                var known: Set<Query> = []
                for query in error.queries where task.facts[query] == nil && known.insert(query).inserted {
                    lastID += 1
                    if calls.insert(query, of: id, as: lastID, now) {
                        task.waiting.insert(lastID)
                        steps.append(.ask(lastID, query))
                    } else {
                        task.facts.insert(.none, to: query)
                    }
                }
                tasks[id] = task
            }
        }
    }

    private func walk(of task: ReaderTask) -> Walk {
        let surface = surfaces[task.surface]
        return Walk(
            task: task, current: task.isActivation ? task.target : screens[task.screen]?.current, surface: surface,
            screen: surface?.surface.flatMap { sizes[$0] }, window: settings.window)
    }

    // MARK: Results

    private mutating func apply(_ result: TaskResult, _ task: ReaderTask, _ now: Int64, _ steps: inout [ReaderStep]) {
        switch result {
        case .applications(let found):
            let applications = Array(found.prefix(ApplicationWindows.applicationsMax))
            windows.keep(applications)
            for application in applications {
                let isRunning = tasks.values.contains { if case .survey(application) = $0.kind { true } else { false } }
                if !isRunning { begin(ReaderTask(kind: .survey(application), begin: now, due: now + Self.exploreWithin)) }
            }
            runAll(now, &steps)
        case .windows(let found): if case .survey(let application) = task.kind { windows.set(found, of: application) }
        case .focus(let place, let element): answer(place, element, task, &steps)
        case .changed(let place, let element, let isSaid):
            let isFocused = screens[task.screen]?.current?.place.object == place.object
            guard isFocused else { return markSettled(task) }
            markSettled(task)
            screens[task.screen]!.current!.place = place
            if isSaid {
                screens[task.screen]!.current!.element = element
                steps.append(focus(element, task))
            }
            if case .look = task.kind {} else { screens[task.screen]!.lookAt = now + Self.lookAfter }
        case .pressed: markSettled(task)
        case .touch(let element):
            // touchd touches what has the focus.
            guard screens[task.screen]?.isSettled == true, screens[task.screen]?.current?.place.object == task.target?.place.object else { return }
            // A finger that has moved within the element has made touchd forget its point.
            screens[task.screen]?.hasAskedToTouch = true
            var element = element
            element.isTouched = true
            steps.append(focus(element, task))
            steps.append(.request("activate", ["screen": .string(task.screen)]))
        case .further: endUnanswered(task, &steps)
        case .end:
            finish(task.screen, task)
            if case .navigate(let move) = task.kind { steps.append(leave(task, move)) }
        case .nothing:
            if case .navigate(let move) = task.kind, move == .increment || move == .decrement { return markSettled(task) }
            if task.isActivation { return }
            if case .look = task.kind { return }
            finish(task.screen, task)
        case .gone:
            if let window = task.window { windows.set([], of: window.application) }
            beginSurvey(now)
            if case .look = task.kind { return }
            if task.isActivation { return finish(task.screen, task) }
            // Another application may lie there.
            screens[task.screen]?.current = nil
            asked[task.screen] = ReaderTask(
                kind: task.kind, screen: task.screen, surface: task.surface, turn: task.turn, begin: task.begin, due: task.due)
        }
    }

    /// Records that the last question of a screen is answered. An activation is none.
    private mutating func markSettled(_ task: ReaderTask) { if !task.isActivation { screens[task.screen]?.isSettled = true } }

    private mutating func answer(_ place: Place, _ element: ReadElement, _ task: ReaderTask, _ steps: inout [ReaderStep]) {
        guard let window = task.window, var screen = screens[task.screen] else { return }
        let isSame =
            screen.current.map { $0.place.object == place.object && element.says(theSameAs: $0.element) } ?? false
        let isExploring = if case .explore = task.kind { true } else { false }
        screen.current = CurrentElement(surface: task.surface, window: window, place: place, element: element)
        screen.isSettled = true
        // A finger that moves within an element says nothing new.
        let isSilent = isExploring && isSame && !screen.saysAgain
        screen.saysAgain = false
        screen.isUnsaid = !isSilent
        screens[task.screen] = screen
        if !isSilent { steps.append(focus(element, task)) }
    }

    private func focus(_ element: ReadElement, _ task: ReaderTask) -> ReaderStep {
        .request("focus", ["screen": .string(task.screen), "turn": .whole(task.turn), "element": element.json])
    }

    private func leave(_ task: ReaderTask, _ move: Move) -> ReaderStep {
        .request("focus", ["screen": .string(task.screen), "turn": .whole(task.turn), "move": .string(move.rawValue)])
    }
}
