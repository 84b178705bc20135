import TouchCore
import Wire

/// The daemon as the publisher sees it: the state that clients may ask for, and the changes they may request. Frames that a change causes come back
/// through `Publisher.publish` before the call returns.
public protocol Router: AnyObject {
    var touches: any TouchRouter { get }
    var trials: any TrialRunner { get }
    var injector: any TouchInjector { get }
    var typist: any KeyTypist { get }
    var tree: RegionTree { get }
    /// The tree's directory. Reading it from `tree` would copy the whole tree, which is slow.
    var directory: RegionDirectory { get }
    /// The claims, by region of the tree.
    var ownership: Ownership { get }
    var panelEntries: [PanelEntry] { get }
    var deviceEntries: [DeviceEntry] { get }
    /// The other nodes of the panels' USB devices with which people point, and the keypads.
    var otherDeviceEntries: [DeviceEntry] { get }
    var configurationEntry: ConfigurationEntry { get }
    /// The number of touches on the glass, without those in sensitive regions.
    var touchesOnGlass: Int { get }
    /// The panels of the configuration.
    var configuredPanels: [ConfiguredPanel] { get }
    /// True if a region and all its ancestors are where the configuration in force puts them.
    func isAsConfigured(_ region: RegionID) -> Bool
    /// The panel ID of a panel on this screen that keeps its old mapping until nothing is down on it; nil if there is none.
    func panelWithOldMapping(onScreen screen: Int) -> String?
    /// Returns how often each region was touched. If `resets` is true, the counts start again from zero.
    func statistics(resets: Bool) -> StatisticsEntry
    var touchesDown: [(panel: String, touch: RoutedTouch)] { get }
    /// The id that the next touch will get.
    var nextID: TouchID { get }
    /// The offset to add to a panel's event time to get the monotonic clock's time. It differs from 0 for recordings, which have their own time.
    func clockOffset(ofPanel panel: PanelID) -> Int64
    /// The access rules.
    var access: AccessRules { get }
    /// Called when a client has subscribed to events.
    func subscribed()
    /// Cancels the touches in a sensitive region that have this id or a later one.
    func abandon(region: String, since: TouchID, _ reason: CancelReason)
    /// Applies the edits of an `edit` line, all or none, and notifies the publisher (`edited`, `regionsChanged`). Returns the specs of the added
    /// regions.
    ///
    /// - Parameters:
    ///   - client, principal: the author of the edits: its client number and its principal.
    ///   - isTrusted: whether the client may edit everything.
    ///   - check: checks the tree that would result; nil to accept any.
    func edit(_ edits: JSONNode, by client: Int, _ principal: Principal, isTrusted: Bool, check: EditsCheck?) throws(RequestError) -> [RegionSpec]
    /// Returns the first sensitive region around these receivers in which edits by other principals would let others see touches; nil if there is
    /// none. Only sensitive regions of the configuration count.
    func exposedRegion(of receivers: [String], for principal: Principal) -> ExposedRegion?
    /// Removes the regions of a client that is gone, in one edit, and notifies the publisher (`edited`). Touches in them are cancelled
    /// (`clientGone`). Returns the ids that could not be removed; all others are removed.
    func remove(_ regions: [String]) -> [String]
    /// Starts a recording: from the panel's next report on, its events go to the publisher (`publish(input:of:)`). Returns the lines that start an
    /// evemu recording of the panel.
    func startRecording(_ number: Int, panel: String) throws(RequestError) -> [String]
    func stopRecording(_ number: Int)
    /// The states of the screens, in the tree's order.
    var screenStates: [ScreenState] { get }
    /// The profiles that are on, by screen; nil for screens without accessible glass.
    var activeProfiles: [[String]?] { get }
    /// Carries out a client's request about the accessible glass of a screen. The publisher is notified of what it causes before the call returns.
    func handle(_ request: AccessibilityRequest, screen: Int, by client: Int) throws(AccessibilityRefusal)
    /// Applies a client's request about a screen. The publisher is notified of changes before the call returns (`publish(_: KioskNotice)`).
    func set(_ request: ScreenRequest, screen: Int)
    /// Reads the configuration again, notifies the publisher (`reloaded` or `refusedReload`), and calls `done` with the result, at once or later. A
    /// dry run does not notify the publisher.
    func reload(_ options: ReloadOptions, _ done: @escaping (ReloadResult) -> Void)
    /// The warning sent to every client right after `hello`; nil if there is none.
    var warning: (code: String, message: String)? { get }
}

/// The part of the router that has the touches and the claims.
public protocol TouchRouter: AnyObject {
    /// The claims: which client has claimed which receiver.
    var claims: ClaimTable { get }
    /// Records that the client with this number has claimed the receivers.
    func claim(_ receivers: [String], by client: Int)
    /// Ends the claims of these receivers.
    func release(_ receivers: [String])
    /// Cancels the touches that claimed receivers have got since they were claimed.
    func abandon(_ receivers: [String], _ reason: CancelReason)
    func steal(_ touches: [TouchID], by interceptor: String) throws(RoutingError)
    func decline(_ touches: [TouchID], by interceptor: String) throws(RoutingError)
    /// Passes on a client's answer to a gesture's question; nil if the client will not answer.
    func answer(_ question: QuestionID, _ value: Bool?)
    /// Turns explanations of begins on or off.
    func setExplaining(_ isOn: Bool)
}

/// The part of the router that tries configurations and calibrations.
public protocol TrialRunner: AnyObject {
    /// The trial that replaces the file's configuration or a panel's calibration; nil if there is none.
    var entry: TrialEntry? { get }
    /// The text of the configuration in force, in UTF-8.
    var text: [UInt8] { get }
    /// Reloads from this text for a duration in µs; then the file's configuration is in force again. A refused text changes nothing.
    func begin(_ text: [UInt8], for duration: Int64, _ done: @escaping (ReloadResult) -> Void)
    /// Checks that the configuration has a panel with this panel ID.
    ///
    /// - Throws: `notFound`, if it has none.
    func checkPanel(_ id: String) throws(RequestError)
    /// Calibrates a panel differently for a duration in µs, and notifies the publisher (`calibrated`) when the trial begins and ends.
    func begin(_ matrix: AffineTransform, of panel: String, for duration: Int64, _ done: @escaping (ReloadResult) -> Void)
    /// Ends the current trial.
    func revert(_ done: @escaping (ReloadResult) -> Void)
}

/// The part of the router that has the injected fingers.
public protocol TouchInjector: AnyObject {
    /// Processes changes of injected fingers on a screen as a report of a panel that has the slots 0 to `InjectedTouch.maximum` − 1. When that panel
    /// is removed, the publisher is notified (`forgetInjected`).
    func inject(_ changes: [ContactChange], screen: String)
    /// Returns the touch in a slot of injected fingers; nil if there is none or it has ended.
    func touch(inSlot slot: Int, screen: String) -> TouchID?
}

/// The part of the router that types.
public protocol KeyTypist: AnyObject {
    /// Types all keys of a request for the client with this number, in order, or none.
    ///
    /// - Parameter screen: the screen's number in the tree.
    /// - Throws: the reason, which names the key.
    func type(_ keys: [KeyChange], onScreen screen: Int, by client: Int) throws(RequestError)
    /// Releases the keys that the client with this number holds.
    ///
    /// - Parameter screen: the screen's id; nil for all screens.
    func release(allOf client: Int, onScreen screen: String?)
}

extension Router {
    public var otherDeviceEntries: [DeviceEntry] { [] }
}
