/// A touch that has ended and of which not everybody has been told: some have not even been told of its begin.
struct Lifted {
    var touch: Touch
    /// Those who wait for its end; interceptors never do.
    var receivers: [RegionIndex]
    var withheld: Route.Withheld?
    /// Its end is in the frame there is, and can still be taken out of it.
    var isInFrame = true
}

/// The receivers of a touch that has more than one, or that has been withheld. Fixed at `began`, as everything about who
/// gets a touch; only what takes somebody away changes it.
struct Route {
    /// After the touch's first receiver, in the order of delivery: interceptors, then the responder chain, then translucent
    /// regions. Nobody is in it twice.
    var others: [RegionIndex] = []
    /// Those of the receivers that are translucent regions: one of whose fingers the touch is besides.
    var overlays: [RegionIndex] = []
    var withheld: Withheld?

    /// A begin that its receivers have not been told of, because somebody may still take the touch over.
    struct Withheld {
        /// In the order of delivery.
        var receivers: [RegionIndex]
        /// The touch as it began.
        let began: Touch
        /// Event time, µs, at which it is delivered whether or not the interceptors have decided.
        var deadline: Int64
        /// The interceptors that have not yet let it go.
        var deciders: [RegionIndex]

        /// The interceptors' time is over.
        mutating func decide() {
            deciders = []
            deadline = .max
        }
    }

    /// All that have been told of the touch, the first one included.
    func receivers(after first: RegionIndex?) -> [RegionIndex] { first.map { [$0] + others } ?? [] }
}
