import Text

/// Whether cage is a version whose Wayland clients get no touches: up to 0.1.4 it sends no wl_touch.frame.
struct CageCheck: DoctorCheck {
    static let name = "cage"
    private static let lastWithoutTouches = [0, 1, 4]

    func findings(_ kiosk: Kiosk) -> [Finding] {
        guard let output = kiosk.system.run(["cage", "-v"]), let version = Compositor.version(in: output.text) else { return [] }
        let name = "cage \(version.map(String.init).joined(separator: "."))"
        if Self.lastWithoutTouches.lexicographicallyPrecedes(version) { return [.ok("\(name) sends touches to all its clients")] }
        let processes = Processes(kiosk.system)
        if processes.named("cage").isEmpty { return [.ok("\(name) does not run")] }
        if processes.all.contains(where: { $0.arguments.contains("--ozone-platform=x11") }) {
            return [.ok("\(name) sends Wayland clients no touches, but the browser is an X client")]
        }
        return [
            .problem(
                "\(name) sends its Wayland clients no wl_touch.frame, so they never act on a touch",
                remedy: "start Chromium with --ozone-platform=x11 (package xwayland), or use a newer cage, or sway")
        ]
    }
}
