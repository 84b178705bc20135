import TouchCore
import Wire

/// What the publisher knows of the daemon: what clients may ask for, and what is done when they want something changed.
/// What a change does to touches comes back through `Publisher.publish` before the call returns.
public protocol Router: AnyObject {
    var tree: RegionTree { get }
    /// The tree's. To copy the whole tree for it takes long.
    var directory: RegionDirectory { get }
    /// The tree's.
    var ownership: Ownership { get }
    var panelEntries: [PanelEntry] { get }
    var deviceEntries: [DeviceEntry] { get }
    var configurationEntry: ConfigurationEntry { get }
    /// The text of the one in force, in UTF-8.
    var configurationText: [UInt8] { get }
    /// What is tried in place of the file's.
    var trialEntry: TrialEntry? { get }
    /// How many touches are on the glass, but for those in sensitive regions.
    var touchesOnGlass: Int { get }
    /// The panels of the configuration.
    var configuredPanels: [ConfiguredPanel] { get }
    /// Whether a region lies where the configuration in force has it, with all that is around it.
    func isAsConfigured(_ region: RegionID) -> Bool
    /// A panel on a screen, by its number, that will be mapped otherwise as soon as nothing is down on it.
    func panelWithOldMapping(onScreen screen: Int) -> String?
    /// How often what was touched; `resets`: from now on it is counted anew.
    func statistics(resets: Bool) -> StatisticsEntry
    var touchesDown: [(panel: String, touch: RoutedTouch)] { get }
    /// The id that the next touch will get.
    var nextID: TouchID { get }
    /// What to add to a panel's event time to have the monotonic clock's: a recording's is its own.
    func clockOffset(ofPanel panel: PanelID) -> Int64
    /// Who may do what.
    var access: AccessRules { get }
    /// A client has subscribed to events.
    func subscribed()
    /// Which receivers have a client that answers for them.
    var claims: ClaimTable { get }
    /// A client of this number answers for them from now on.
    func claim(_ receivers: [String], by client: Int)
    /// The touches that claimed receivers have got since are over.
    func abandon(_ receivers: [String], _ reason: CancelReason)
    /// The touches of this number and later in a sensitive region are over.
    func abandon(region: String, since: TouchID, _ reason: CancelReason)
    /// Nobody answers for them any more.
    func release(_ receivers: [String])
    func steal(_ touches: [TouchID], by interceptor: String) throws(RoutingError)
    func letGo(_ touches: [TouchID], by interceptor: String) throws(RoutingError)
    /// A client has answered a gesture's question; nil: it will not.
    func answer(_ question: QuestionID, _ value: Bool?)
    /// Edits the tree as an `edit` line says, all of it or nothing, and tells the publisher (`edited`, `regionsChanged`).
    /// Returns the ids of the regions that were added.
    ///
    /// - Parameters:
    ///   - client, principal: the number of the client whose edit it is, and whom it speaks for.
    ///   - isTrusted: whether that client may edit everything.
    ///   - check: is asked about the tree that would come of it; nil: it may be any.
    func edit(_ edits: JSONNode, by client: Int, _ principal: Principal, isTrusted: Bool, check: EditsCheck?) throws(RequestError) -> [RegionSpec]
    /// The first sensitive region of the configuration around these receivers that is not secret any more because of edits by others than this
    /// principal; nil if there is none.
    func spoiledRegion(of receivers: [String], for principal: Principal) -> SpoiledRegion?
    /// Removes regions whose client is gone, in one edit, and tells the publisher (`edited`); touches in them are cancelled
    /// (`clientGone`). Returns the ids that could not be removed; all others are.
    func remove(_ regions: [String]) -> [String]
    /// Whether begins are to be explained.
    func setExplaining(_ isOn: Bool)
    /// Has what a panel reports given to the publisher (`publish(input:of:)`) from its next report on. Returns the lines with which
    /// an evemu recording of it begins.
    func startRecording(_ number: Int, panel: String) throws(RequestError) -> [String]
    func stopRecording(_ number: Int)
    /// Takes what injected fingers have done on a screen, as a report of a panel whose slots these are, 0 to
    /// `InjectedTouch.maximum` − 1. When that panel goes, the publisher is told (`forgetInjected`).
    func inject(_ changes: [ContactChange], screen: String)
    /// The touch in such a slot, if it is one and is not over.
    func injectedTouch(inSlot slot: Int, screen: String) -> TouchID?
    /// How the screens are, in the tree's order.
    var screenStates: [ScreenState] { get }
    /// A program has said what is so of a screen, or is to be. What it changes the publisher is told before (`publish(_: KioskNotice)`).
    func set(_ request: ScreenRequest, screen: Int)
    /// Reads the configuration again, tells the publisher (`reloaded` or `refusedReload`), and says at once or later what has come of
    /// it. A dry run tells nobody else.
    func reload(_ options: ReloadOptions, _ done: @escaping (ReloadResult) -> Void)
    /// Does the same with this text, for so many µs: then the file's configuration is in force again. One that is refused changes nothing.
    func tryConfiguration(_ text: [UInt8], for duration: Int64, _ done: @escaping (ReloadResult) -> Void)
    /// - Throws: `notFound`, if the configuration has no panel of this id.
    func checkPanel(_ id: String) throws(RequestError)
    /// Calibrates a panel otherwise for so many µs, and tells the publisher (`calibrated`) at both ends.
    func tryCalibration(_ matrix: AffineTransform, panel: String, for duration: Int64, _ done: @escaping (ReloadResult) -> Void)
    /// What is tried is over now.
    func revert(_ done: @escaping (ReloadResult) -> Void)
    /// What every client is told right after `hello`; nil: nothing.
    var warning: (code: String, message: String)? { get }
}
