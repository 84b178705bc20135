import Configuration
import Logging
import Panels
import Recordings
import Server
import TouchCore
import Wire

/// Everything that the service gets from the system it runs on, but for its clock and its sockets, which are the loop's and the
/// publisher's. A test gives its own.
public struct Platform {
    public var panels: any PanelSource
    public var outputs: any OutputSource
    public var interruptions: any InterruptionSource
    public var configuration: any ConfigurationSource
    public var commands: any CommandRunner
    public var units: any ScreenUnits
    /// nil: there are none.
    public var virtualPanels: (any VirtualPanelSource)?
    public var log: ServiceLog
    /// Where it is kept what outlives the service; nil: nowhere.
    public var state: StateFolder?
    /// Which of the machine's services this is; nil: the one that has no name.
    public var instance: String?
    /// Seconds since 1970, for counts by the hour; nil: nobody knows them. Nothing else goes by this clock, which may be set.
    public var wallClock: (() -> Int64)?
    /// Tells the service manager something (sd_notify(3)).
    public var notify: (String) -> Void
    /// Frees a region tree that is not used any more, which takes long.
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

/// Where touchscreens are found and opened: udev and evdev.
public protocol PanelSource: AnyObject {
    /// The touchscreens that are there, in the order of their nodes.
    func present() -> [PanelWatcher.Device]
    /// Calls `handler` with everything that happens from now on; false where changes cannot be noticed.
    func watch(_ handler: @escaping (PanelNotice) -> Void) -> Bool
    /// Opens a node as this panel of the configuration, without grabbing it.
    ///
    /// - Throws: an error whose `isAwaiting` is true if another process has been asked to open the node. Call this again when `.answered`
    ///   comes.
    func open(_ node: String, _ settings: PanelSettings) throws(PanelError) -> any PanelDevice
    /// Waits until all requests for nodes are answered. Only for the start, since nothing else is done meanwhile.
    func awaitAnswers()
}

/// News from a `PanelSource`.
public enum PanelNotice {
    /// Devices were plugged in, unplugged or changed, in this order.
    case changed([PanelWatcher.Change])
    /// The answer for this node has come: `open` gives the device, or throws the reason. The answer is kept only while this is handled.
    case answered(_ node: String)
}

/// A touchscreen that is open. It is closed when nobody refers to it any more.
public protocol PanelDevice: AnyObject {
    var node: String { get }
    var profile: PanelProfile { get }
    var isGrabbed: Bool { get }
    /// All that it declares, for the beginning of a recording.
    var recorded: RecordedDevice { get }
    /// The kernel's state of it, as of the opening or the last `resynchronise`.
    var kernelSlots: [KernelSlot] { get }
    var currentSlot: Int { get }
    /// Calls `handler` whenever there is something to `read`, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
    /// Hands on the events that wait, in order, many at a time. Does not wait itself.
    func read(_ handle: (UnsafeBufferPointer<InputEvent>) -> Void) -> LivePanel.ReadResult
    /// After SYN_DROPPED: throws away what waits and asks the kernel how its slots are.
    func resynchronise()
    /// Whether the kernel has a contact down on it at this moment, read or not.
    var hasContact: Bool { get }
    func grab() throws(PanelError)
    func releaseGrab()
}

/// Where virtual panels are made: uinput.
public protocol VirtualPanelSource: AnyObject {
    /// Makes a device, or goes on with the one that a service before this one has left, where it fits.
    func make(_ layout: VirtualPanelLayout) throws(PanelError) -> any VirtualPanelDevice
    /// Ends what a service before this one has left, but for the devices with these phys.
    func discardKept(except wanted: Set<String>)
}

/// A touchscreen that touchd plays.
public protocol VirtualPanelDevice: AnyObject {
    /// Its folder in /sys/devices/virtual/input.
    var inputName: String { get }
    /// Writes whole reports, all at once. Returns errno; 0 if all is well.
    func write(_ events: [InputEvent]) -> Int32
    /// The device goes.
    func destroy()
    /// The service ends: the device is left to the next one, where somebody keeps it; else it goes.
    func leave()
}

/// The displays: their connectors and backlights.
public protocol OutputSource: AnyObject {
    func state(of output: String) -> OutputWatcher.State
    /// Of the backlight of a display with these connectors; nil: none is known to be its.
    func backlight(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State?
    /// Calls `handler` when a connector was plugged in or out, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
}

extension OutputSource {
    /// Whether anything is shown on a display: not if any of its connectors, or its backlight, is off.
    func display(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State {
        let states = outputs.map(state(of:)) + [backlight(under: outputs, isOnlyScreen: isOnlyScreen)].compactMap(\.self)
        return states.first { if case .off = $0 { true } else { false } } ?? (states.contains(.on) ? .on : .unknown([]))
    }
}

/// Sleep, and the virtual terminals.
public protocol InterruptionSource: AnyObject {
    /// µs that the machine has slept in all.
    var suspendedTime: Int64 { get }
    /// The terminal that is shown.
    var shownTerminal: [UInt8] { get }
    /// Calls `clockSet` when the clock on the wall was set, as a resume does it, and `terminalChanged` when another terminal may be shown.
    func watch(on loop: EventLoop, clockSet: @escaping () -> Void, terminalChanged: @escaping () -> Void)
}

/// The file of the configuration.
public protocol ConfigurationSource: AnyObject {
    /// Its path.
    var file: String { get }
    /// Begins to read it, or a text in its place.
    ///
    /// - Parameters:
    ///   - tree: the one that is replaced.
    ///   - isDryRun: whether it is only to be known what it would be.
    func read(_ text: ReloadOptions.Source, replacing tree: TreeInForce, isDryRun: Bool) -> any ConfigurationJob
}

/// A configuration that is being read.
public protocol ConfigurationJob: AnyObject {
    /// Once it is read, or refused.
    var value: Result<LoadedConfiguration, StartFailure>? { get }
    /// Why it could not even begin.
    var startFailure: StartFailure? { get }
    /// Whether the system does not answer.
    var hangs: Bool { get }
    /// Calls `handler` once `value` is there, until `unwatch`.
    func watch(on loop: EventLoop, _ handler: @escaping () -> Void)
    func unwatch(on loop: EventLoop)
}

/// Runs the recovery commands of panels.
public protocol CommandRunner: AnyObject {
    func run(_ settings: PanelSettings)
}

/// Where the lines of the log go.
public struct ServiceLog {
    public let write: (LogMessage) -> Void

    public init(_ write: @escaping (LogMessage) -> Void) { self.write = write }

    public static var standardError: ServiceLog { ServiceLog(Log.write) }

    func callAsFunction(_ kind: MessageKind, _ text: String, _ fields: LogField...) { write(LogMessage(kind, text, fields)) }

    /// Of what may come a thousand times a minute the log gets a few about each subject.
    func callAsFunction(_ kind: MessageKind, few subject: String, _ text: String, _ fields: LogField...) {
        write(LogMessage(kind, text, fields, limits: [.few(subject)]))
    }
}
