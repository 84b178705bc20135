import Configuration
import Panels
import Server

/// A machine without devices, for a recording that is only shown: nothing is opened, grabbed, typed or started.
final class NoDevices: PanelSource, OutputSource, CommandRunner, ScreenUnits {
    func present() -> [PanelWatcher.Device] { [] }
    func watch(_ handler: @escaping (PanelNotice) -> Void) -> Bool { true }
    func open(_ node: String, _ settings: PanelSettings) throws(PanelError) -> any PanelDevice { throw Self.refusal(node) }
    func siblings(of node: String) -> [PanelWatcher.Device] { [] }
    func grabSibling(_ node: String, of panel: String, _ done: @escaping (Result<AnyObject, PanelError>) -> Void) {
        done(.failure(Self.refusal(node)))
    }
    func presentKeypads() -> [PanelWatcher.Device] { [] }
    func openKeypad(_ node: String, _ done: @escaping (Result<any KeypadDevice, PanelError>) -> Void) { done(.failure(Self.refusal(node))) }
    func awaitAnswers() {}

    func state(of output: String) -> OutputWatcher.State { .unknown([]) }
    func backlight(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State? { nil }
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void) {}
    func unwatch(on loop: EventLoop) {}

    func run(_ settings: PanelSettings) {}
    func start(for event: ScreenEvent, of screen: String) {}

    private static func refusal(_ node: String) -> PanelError { PanelError(node, "touchd was started with --no-devices") }
}

extension Platform {
    /// The same platform, but without devices, units and commands.
    var withoutDevices: Platform {
        var platform = self
        let none = NoDevices()
        (platform.panels, platform.outputs, platform.commands, platform.units, platform.virtualPanels) = (none, none, none, none, nil)
        return platform
    }
}
