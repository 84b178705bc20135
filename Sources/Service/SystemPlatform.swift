import CLinux
import Configuration
import Glibc
import Panels
import Server
import Sockets
import TouchCore
import Wire

extension Platform {
    /// Returns the platform of the real system.
    ///
    /// - Parameter kept: the descriptors that the service manager has kept from the previous run.
    static func system(
        configuration file: String, instance: Instance?, state: StateFolder?, kept: [(name: String, fd: Int32)], loop: EventLoop,
        manager: ServiceManager
    ) -> Platform {
        let access = DeviceAccess(socket: SocketPath.devicesInEnvironment, instance: instance?.name)
        return Platform(
            panels: SystemPanels(access, loop: loop), outputs: SystemOutputs(), interruptions: SystemInterruptions(),
            configuration: ConfigurationFile(file, state), commands: RecoveryCommands(instance: instance, loop: loop),
            units: ScreenUnitsBySocket(instance: instance), virtualPanels: SystemVirtualPanels(manager, kept, access, loop: loop),
            log: .standardError, state: state, instance: instance?.name, wallClock: { Int64(time(nil)) }, notify: manager.notify,
            discard: discardBesideTheLoop)
    }
}

extension LivePanel: PanelDevice {
    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) { loop.add(fd) { _ in handler() } }
    public func unwatch(on loop: EventLoop) {
        loop.remove(fd)
        // Unlock now, because the device may be opened again before this descriptor is closed.
        _ = flock(fd, LOCK_UN)
    }
}

extension LiveKeypad: KeypadDevice {
    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) { loop.add(fd) { _ in handler() } }
    public func unwatch(on loop: EventLoop) {
        loop.remove(fd)
        // Unlock now, because the device may be opened again before this descriptor is closed.
        _ = flock(fd, LOCK_UN)
    }
}

private final class SystemOutputs: OutputSource {
    /// The watcher; nil while nothing watches.
    private var watcher: OutputWatcher?

    func state(of output: String) -> OutputWatcher.State { OutputWatcher.state(of: output) }

    func backlight(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State? {
        Backlights.state(under: outputs, isOnlyScreen: isOnlyScreen)
    }

    func watch(on loop: EventLoop, _ handler: @escaping () -> Void) {
        let watcher = OutputWatcher()
        self.watcher = watcher
        guard watcher.fd >= 0 else { return }
        loop.add(watcher.fd) { _ in
            watcher.drain()
            handler()
        }
    }

    func unwatch(on loop: EventLoop) {
        if let watcher, watcher.fd >= 0 { loop.remove(watcher.fd) }
        watcher = nil
    }
}

private final class SystemInterruptions: InterruptionSource {
    /// A file that changes when another terminal is shown. Every user may read it. It does not exist on machines without virtual terminals.
    private let terminal = open("/sys/class/tty/tty0/active", O_RDONLY | O_CLOEXEC)

    var suspendedTime: ClosedRange<Int64> {
        var least: Int64 = 0
        var most: Int64 = 0
        clinux_suspended_us(&least, &most)
        return least...max(least, most)
    }

    var shownTerminal: [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(terminal, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    func watch(on loop: EventLoop, clockSet: @escaping () -> Void, terminalChanged: @escaping () -> Void) {
        let clock = clinux_clock_watch()
        if clock >= 0 {
            loop.add(clock) { _ in
                _ = clinux_clock_watch_again(clock)
                clockSet()
            }
        }
        if terminal >= 0 { loop.add(terminal, EventLoop.priority) { _ in terminalChanged() } }
    }
}

private final class ConfigurationFile: ConfigurationSource {
    let file: String
    private let state: StateFolder?

    init(_ file: String, _ state: StateFolder?) { (self.file, self.state) = (file, state) }

    func read(_ text: ReloadOptions.Source, replacing tree: TreeInForce, isDryRun: Bool) -> any ConfigurationJob {
        switch text {
        case .file: LoadedConfiguration.job(file, replacing: tree, copyingTo: isDryRun ? nil : state)
        case .trial(let text, _): LoadedConfiguration.job(text, named: LoadedConfiguration.nameOfTrial, replacing: tree, isTrial: true)
        case .kept(let text): LoadedConfiguration.job(text, named: file, replacing: tree)
        }
    }
}

extension BackgroundJob: ConfigurationJob where Value == Result<LoadedConfiguration, StartFailure> {
    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) { loop.add(fd) { _ in handler() } }
    public func unwatch(on loop: EventLoop) { loop.remove(fd) }
}

/// Frees a tree in a background thread, because freeing a large tree and returning its memory to the system take milliseconds.
private func discardBesideTheLoop(_ tree: DiscardedTree) {
    _ = BackgroundJob<Void> { waits in
        waits(false)
        tree.clear()
        clinux_trim()
    }
}
