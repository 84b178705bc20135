import Configuration
import Logging
import Panels
import Recordings
import Server
import TouchCore
import Wire

/// The parts of the system that the service needs, except its clock and its sockets, which belong to the loop and the publisher. Tests supply a
/// platform.
public struct Platform {
    public var panels: any PanelSource
    public var outputs: any OutputSource
    public var interruptions: any InterruptionSource
    public var configuration: any ConfigurationSource
    public var commands: any CommandRunner
    public var units: any ScreenUnits
    /// The source of virtual panels; nil if there are none.
    public var virtualPanels: (any VirtualPanelSource)?
    public var log: ServiceLog
    /// The folder for the state that outlives the service; nil if nothing is kept.
    public var state: StateFolder?
    /// The name of this service among several on the machine; nil for the unnamed one.
    public var instance: String?
    /// Returns the seconds since 1970, for hourly counts; nil if they are unknown. Nothing else uses this clock, because it may be set.
    public var wallClock: (() -> Int64)?
    /// Sends a state to the service manager (sd_notify(3)).
    public var notify: (String) -> Void
    /// Frees a region tree that is no longer used, which takes long.
    public var discard: (DiscardedTree) -> Void

    public init(
        panels: any PanelSource, outputs: any OutputSource, interruptions: any InterruptionSource, configuration: any ConfigurationSource,
        commands: any CommandRunner, units: any ScreenUnits, virtualPanels: (any VirtualPanelSource)? = nil, log: ServiceLog,
        state: StateFolder? = nil, instance: String? = nil, wallClock: (() -> Int64)? = nil, notify: @escaping (String) -> Void,
        discard: @escaping (DiscardedTree) -> Void
    ) {
        self.panels = panels
        self.outputs = outputs
        self.interruptions = interruptions
        self.configuration = configuration
        self.commands = commands
        self.units = units
        self.virtualPanels = virtualPanels
        self.log = log
        self.state = state
        self.instance = instance
        self.wallClock = wallClock
        self.notify = notify
        self.discard = discard
    }
}

/// Finds and opens touchscreens: udev and evdev on the real system.
public protocol PanelSource: AnyObject {
    /// Returns the touchscreens that are present, in the order of their nodes.
    func present() -> [PanelWatcher.Device]
    /// Calls `handler` for each notice from now on. Returns false if changes cannot be observed.
    func watch(_ handler: @escaping (PanelNotice) -> Void) -> Bool
    /// Opens a node as this panel of the configuration, without grabbing it.
    ///
    /// - Throws: an error whose `isAwaiting` is true if another process has been asked to open the node. Call this again after `.answered`.
    func open(_ node: String, _ settings: PanelSettings) throws(PanelError) -> any PanelDevice
    /// Returns the other nodes of a panel's USB device with which people point and cannot type, in the order of their nodes.
    func siblings(of node: String) -> [PanelWatcher.Device]
    /// Grabs such a node of a panel, and calls `done` with what holds the grab. `done` may be called before this returns.
    func grabSibling(_ node: String, of panel: String, _ done: @escaping (Result<AnyObject, PanelError>) -> Void)
    /// Returns the devices that may be keypads: those with keys or switches that are no touchscreens, in the order of their nodes.
    func presentKeypads() -> [PanelWatcher.Device]
    /// Opens a keypad's node, without grabbing it, and calls `done` with it. `done` may be called before this returns.
    func openKeypad(_ node: String, _ done: @escaping (Result<any KeypadDevice, PanelError>) -> Void)
    /// Waits until all requests for nodes are answered. Use it only at the start, because nothing else runs meanwhile.
    func awaitAnswers()
}

/// A notice from a `PanelSource`.
public enum PanelNotice {
    /// Devices that were plugged in, unplugged or changed, in the order of these events.
    case changed([PanelWatcher.Change])
    /// The answer for this node has come: `open` now returns the device or throws the reason. The answer is dropped after the handler returns.
    case answered(_ node: String)
}

/// An open touchscreen. It is closed when nothing refers to it any more.
public protocol PanelDevice: AnyObject {
    var node: String { get }
    var profile: PanelProfile { get }
    var isGrabbed: Bool { get }
    /// The properties that the device declares, for the beginning of a recording.
    var recorded: RecordedDevice { get }
    /// The kernel's state of the slots, as of the opening or the last `resynchronise`.
    var kernelSlots: [KernelSlot] { get }
    var currentSlot: Int { get }
    /// Calls `handler` whenever there are events to `read`, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
    /// Passes the waiting events to `handle`, in order, many at a time. Does not block.
    func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult
    /// Discards the waiting events after SYN_DROPPED, and asks the kernel for the state of the slots.
    func resynchronise()
    /// True if a contact is down on the device now, according to the kernel, even if its events have not been read yet.
    var hasContact: Bool { get }
    func grab() throws(PanelError)
    func releaseGrab()
}

/// An open keypad. It is closed when nothing refers to it any more.
public protocol KeypadDevice: AnyObject {
    var node: String { get }
    var isGrabbed: Bool { get }
    /// The codes of the keys that are down now, and of the switches that are on, according to the kernel. Waiting events of them are discarded.
    var keysDown: Set<UInt16> { get }
    var switchesOn: Set<UInt16> { get }
    /// Whether the device has a key or a switch (`EventType.key`, `EventType.sw`).
    func has(_ type: UInt16, _ code: UInt16) -> Bool
    func grab() throws(PanelError)
    func releaseGrab()
    /// Calls `handler` whenever there are events to `read`, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
    /// Passes the waiting events to `handle`, in order, many at a time. Does not block.
    func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult
}

/// Creates virtual panels and keyboards: uinput on the real system.
public protocol VirtualPanelSource: AnyObject {
    /// Creates a device, or adopts the one that the previous run has left if it fits the layout.
    ///
    /// - Parameter isServing: whether a device that the previous run has left also fits if its layout only serves this one
    ///   (`VirtualPanelLayout.serves`).
    func make(_ layout: VirtualPanelLayout, orServing isServing: Bool) throws(PanelError) -> any VirtualPanelDevice
    /// Creates a keyboard, or adopts the one that the previous run has left if it fits the layout.
    func make(_ layout: VirtualKeyboardLayout) throws(PanelError) -> any VirtualDevice
    /// Removes the devices that the previous run has left, except those with these `phys`.
    func discardKept(except wanted: Set<String>)
}

/// A device that touchd simulates: a touchscreen or a keyboard.
public protocol VirtualDevice: AnyObject {
    /// The device's folder in /sys/devices/virtual/input.
    var inputName: String { get }
    /// Writes whole reports, all at once. Returns 0, or errno on failure.
    func write(_ events: [InputEvent]) -> Int32
    /// Removes the device.
    func destroy()
    /// Ends the use of the device at the end of the service. The device stays for the next run if something else keeps it; otherwise it is removed.
    func leave()
}

/// A touchscreen that touchd simulates.
public protocol VirtualPanelDevice: VirtualDevice {
    /// The properties that the device declares.
    var layout: VirtualPanelLayout { get }
}

/// The displays: their connectors and backlights.
public protocol OutputSource: AnyObject {
    func state(of output: String) -> OutputWatcher.State
    /// Returns the state of the backlight of a display with these connectors; nil if no backlight is known to belong to it.
    func backlight(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State?
    /// Calls `handler` when a display was plugged in or unplugged, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
}

extension OutputSource {
    /// Returns the state of a display. A display is off if its backlight or any of its connectors is off.
    func display(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State {
        let states = outputs.map(state(of:)) + [backlight(under: outputs, isOnlyScreen: isOnlyScreen)].compactMap(\.self)
        return states.first { if case .off = $0 { true } else { false } } ?? (states.contains(.on) ? .on : .unknown([]))
    }
}

/// Reports system sleep and switches of the virtual terminal.
public protocol InterruptionSource: AnyObject {
    /// The time in µs that the machine has slept in total, at least and at most. It is the difference of two clocks, which are not read at one moment.
    var suspendedTime: ClosedRange<Int64> { get }
    /// The name of the terminal that is shown.
    var shownTerminal: [UInt8] { get }
    /// Calls `clockSet` when the wall clock was set, which also happens at a resume from sleep. Calls `terminalChanged` when another terminal may be
    /// shown.
    func watch(on loop: EventLoop, clockSet: @escaping () -> Void, terminalChanged: @escaping () -> Void)
}

/// Reads the configuration.
public protocol ConfigurationSource: AnyObject {
    /// The path of the file.
    var file: String { get }
    /// Starts to read the file, or a text in its place.
    ///
    /// - Parameters:
    ///   - tree: the tree to be replaced.
    ///   - isDryRun: whether the result is only reported and not used.
    func read(_ text: ReloadOptions.Source, replacing tree: TreeInForce, isDryRun: Bool) -> any ConfigurationJob
}

/// A configuration that is being read.
public protocol ConfigurationJob: AnyObject {
    /// The result, once the configuration was read or refused.
    var value: Result<LoadedConfiguration, StartFailure>? { get }
    /// The reason why the job could not start.
    var startFailure: StartFailure? { get }
    /// True if the job hangs because the system does not answer.
    var hangs: Bool { get }
    /// Calls `handler` once `value` is available, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
}

/// Runs the recovery commands of panels.
public protocol CommandRunner: AnyObject {
    func run(_ settings: PanelSettings)
}

/// The destination of the log's lines.
public struct ServiceLog {
    public let write: (LogMessage) -> Void

    public init(_ write: @escaping (LogMessage) -> Void) { self.write = write }

    public static var standardError: ServiceLog { ServiceLog(Log.write) }

    func callAsFunction(_ kind: MessageKind, _ text: String, _ fields: LogField...) { write(LogMessage(kind, text, fields)) }

    /// Logs a message that may occur a thousand times a minute: only a few of them are written for each subject.
    func callAsFunction(_ kind: MessageKind, few subject: String, _ text: String, _ fields: LogField...) {
        write(LogMessage(kind, text, fields, limits: [.few(subject)]))
    }
}
