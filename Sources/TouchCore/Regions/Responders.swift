/// The responder chain: who is offered a touch after the region that was hit (routing 4), and who before it.
struct Responders: Sendable {
    /// A responder that is not a region.
    enum Role: Sendable {
        case interceptor(InterceptorSpec, window: RegionIndex)
        case controller(Responds, of: RegionIndex)
        case behindWindows(Responds)
    }

    /// What a window's interceptor needs when a touch begins.
    struct Interceptor: Sendable {
        let index: RegionIndex
        let insideOf: RegionIndex
        let verdict: InterceptorSpec.Verdict
        let deliverTo: RegionIndex?
        let maySteal: Bool
    }

    /// Responders behind all windows, in their order; both only where they are declared.
    static let behindWindows = ["application", "delegate"]

    /// By responder that is not a region: the region it stands for.
    let homes: [RegionIndex?]
    /// By responder that is not a region; interceptors are not on the chain.
    private let responds: [Responds]
    /// By region that is the root view of a controller.
    private let controllers: [RegionIndex: RegionIndex]
    private let firstBehind: [RegionIndex]
    /// By window, in the order in which they are asked.
    let interceptors: [RegionIndex: [Interceptor]]
    /// Interceptors that may take touches over.
    private let thieves: Set<RegionIndex>
    private let regionCount: Int

    init(regionCount: Int, _ roles: [Role], _ directory: RegionDirectory, _ specs: [RegionSpec]) {
        self.regionCount = regionCount
        var homes: [RegionIndex?] = []
        var responds: [Responds] = []
        var controllers: [RegionIndex: RegionIndex] = [:]
        var behind: [RegionIndex] = []
        var interceptors: [RegionIndex: [Interceptor]] = [:]
        var thieves: Set<RegionIndex> = []
        func region(_ id: String?) -> RegionIndex? {
            guard let id, let index = directory.index(ofID: id), index < regionCount else { return nil }
            return index
        }
        for (offset, role) in roles.enumerated() {
            let index = RegionIndex(regionCount + offset)
            switch role {
            case .interceptor(let spec, let window):
                let inside = region(spec.insideOf)
                homes.append(inside ?? window)
                responds.append(.none)
                if spec.maySteal { thieves.insert(index) }
                // One whose region is gone has nothing to judge by.
                guard let inside else { continue }
                interceptors[window, default: []].append(
                    Interceptor(
                        index: index, insideOf: inside, verdict: spec.verdict, deliverTo: region(spec.deliverTo),
                        maySteal: spec.maySteal))
            case .controller(let does, let root):
                homes.append(root)
                responds.append(does)
                controllers[root] = index
            case .behindWindows(let does):
                homes.append(nil)
                responds.append(does)
                behind.append(index)
            }
        }
        (self.homes, self.responds, self.controllers, self.interceptors) = (homes, responds, controllers, interceptors)
        (firstBehind, self.thieves) = (behind, thieves)
    }

    func maySteal(_ index: RegionIndex) -> Bool { thieves.contains(index) }

    /// Who is offered a touch when this one passes it on: its controller if it is that one's root view, else what it is in;
    /// behind the windows the application and its delegate.
    func next(after index: RegionIndex, in tree: borrowing RegionTree) -> RegionIndex? {
        if index < regionCount {
            return controllers[index] ?? tree[index].parent ?? firstBehind.first
        }
        if let home = homes[Int(index) - regionCount] { return tree[home].parent ?? firstBehind.first }
        return firstBehind.first { $0 > index }
    }

    func responds(_ index: RegionIndex, in tree: borrowing RegionTree) -> Responds {
        index < regionCount ? tree.specs[Int(index)].responds : responds[Int(index) - regionCount]
    }

    /// The first responder from `index` on that handles touches, and whether it passes them on all the same.
    func handler(from index: RegionIndex, in tree: borrowing RegionTree) -> (index: RegionIndex, passesOn: Bool)? {
        var candidate: RegionIndex? = index
        while let index = candidate {
            switch responds(index, in: tree) {
            case .consume: return (index, false)
            case .forward: return (index, true)
            case .none: candidate = next(after: index, in: tree)
            }
        }
        return nil
    }
}

extension RegionTree {
    /// The ids of the responder chain from a region on: itself, its controller, what it is in and so on, in the end
    /// `application` and `delegate`, declared or not.
    public func responderChain(from index: RegionIndex) -> [String] {
        var chain: [String] = []
        var next: RegionIndex? = index
        while let index = next {
            if home(index) != nil { chain.append(self[index].id) }
            next = responders.next(after: index, in: self)
        }
        return chain + Responders.behindWindows
    }
}
