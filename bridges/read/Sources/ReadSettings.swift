/// The settings in read.yaml.
struct ReadSettings: Equatable {
    /// The part of the screen that an application's window fills.
    enum Window: String, CaseIterable { case surface, screen }

    struct Surface: Equatable {
        var id: String
        /// A part of the name of the application that lies there; nil: any application.
        var application: String?
    }

    var window = Window.surface
    /// The surfaces that are read; nil: all.
    var surfaces: [Surface]?
    var socket = "/run/touchd/events.sock"

    func serves(_ surface: String) -> Bool { surfaces?.contains { $0.id == surface } ?? true }
    func application(of surface: String) -> String? { surfaces?.first { $0.id == surface }?.application }

    /// The patterns of the regions whose places are needed.
    var patterns: [String] { surfaces.map { $0.flatMap { [$0.id, "**/" + $0.id] } } ?? ["**"] }
}
