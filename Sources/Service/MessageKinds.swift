import Logging

/// The messages that the service writes to the log. `docs/messages.md` lists each with its cause and cure.
extension MessageKind {
    // MARK: Start and end

    static let started = MessageKind("5b03b37c5d6aecc1b04422429598be09", .info, "…: serving …; panels: …, regions: …", .file)
    static let stopping = MessageKind("bce92a1da588d92ffb5213cf1a3d341b", .info, "stopping: …", .reason)
    public static let stoppedBeforeStart = MessageKind("ba386a1376df48336ac8658352918dad", .info, "stopped before startup had finished")
    public static let startFailed = MessageKind("bef25ed039fccbc4d67205593478c017", .error, "…")
    public static let descriptorsShort = MessageKind("f90896fd5f90fe3dc494132802e44db1", .error, "only … descriptors are left, but … are needed: …")
    public static let wrongArguments = MessageKind("5374aa210d9cf706172e3d476e75d29d", .error, "wrong arguments (see touchd --help): …")
    static let otherSocketPath = MessageKind(
        "4dd0cb7b29f70dcca227994c15f77771", .warning, "the … socket that systemd passed is …; ignoring the configured path …", .file)

    // MARK: Configuration

    static let configurationReloaded = MessageKind(
        "0394614e565ef63a5b3a747b7d208ac9", .info, "configuration reloaded: … regions, generation …", .file)
    static let configurationTried = MessageKind("1648bc2ba0c5c885138c782dbb02e99c", .info, "configuration on trial for … s: … regions, generation …")
    public static let configurationFault = MessageKind("81e1646c76c7fcd7e9bc19ca3b37f2fa", .error, "…: …", .file)
    static let configurationRefused = MessageKind(
        "f5dfbdd9dc308ab43983eb973c115542", .error, "the configuration is refused; the old one stays", .file, .reason)
    static let lastGoodInForce = MessageKind(
        "e5d62152c4d89d21c2be1b9058a77bcd", .error, "the configuration is wrong; the last valid one is in force: correct … and reload it", .file,
        .reason)
    static let configurationWarning = MessageKind("21926f316d622e932c8f4d2e2e0529f5", .warning, "…: …", .file)
    static let trialRefused = MessageKind("c7be7b1d06b1651ce1a7eb63af4bfceb", .info, "configuration trial refused: …", .reason)
    static let trialOverFileWrong = MessageKind(
        "48654f2c77fabb37844158ec06c5b0af", .warning,
        "the configuration trial is over, but the file cannot be used; its last valid text is in force", .file)
    static let gaveWay = MessageKind("8018edecb40c96c9890fa0a3a2d27099", .info, "gave way to the configuration: …", .region)
    static let calibrationTried = MessageKind("796ce2ceec5dc15d5e06977973a73395", .info, "panel …: another calibration is on trial for … s", .panel)
    static let calibrationTrialOver = MessageKind(
        "cd6bac0b8deb40451d50e66a12e8f0c1", .info, "panel …: the calibration trial is over", .panel)

    // MARK: Kept state

    static let stateNotKept = MessageKind("4af9ea59c3f0169eb9c5d00b1e72b9a8", .error, "cannot save …: …")
    static let lastGoodNotKept = MessageKind(
        "d8ce7613cf886c426c09c2cf738d6c5c", .warning, "cannot save the fallback copy of the configuration: …: …", .file, .reason)
    static let nowhereToKeep = MessageKind(
        "b5b28f8c72ee9b80856350f2afcba053", .warning,
        "\"…: keep\" has no effect: there is no state folder ($STATE_DIRECTORY, set by systemd's StateDirectory=), or recordings are played")

    // MARK: Panels

    static let panelOpened = MessageKind("d4c86cde68cc5906539fbc3de070eb7b", .info, "panel … is …", .panel, .screen, .device)
    static let recordingEnded = MessageKind("b3f0611ca0134afea5873e32100c709e", .info, "panel …: its recording … has ended", .panel, .device)
    static let panelGone = MessageKind("cb16315b95345c14ce2e36025ecae731", .info, "panel …, …, is gone", .panel, .device, .reason)
    static let deviceUnused = MessageKind("31c0e9b91d401bb83e224acc31b94ac9", .warning, "… is not used: …", .device, .reason)
    static let recordingUnused = MessageKind("594198e2df5bbc4ebdb98ec173ecc0d2", .warning, "… is not used: …", .file, .reason)
    static let panelRetried = MessageKind(
        "c1af813539003db850537ed595015ff0", .warning, "panel … at …: …; reopening it in … s (attempt …)", .panel, .device, .reason)
    static let panelGivenUp = MessageKind(
        "2e20e7b73e8870eacfdfb73806c2b11f", .error, "gave up panel … at …: …; plug it in again or reload the configuration", .panel, .device,
        .reason)
    static let panelSilent = MessageKind(
        "fbb4d6a54387b19c76f64641d6a1c169", .warning, "panel … sent no report for silentAfter; reopening it (attempt …)", .panel, .device)
    static let panelStillSilent = MessageKind(
        "fde3f6b215e0cf020af1489a7f03cb0d", .warning, "panel … still sends no report; touchd keeps it open and waits for a report",
        .panel, .device)
    static let panelNoisy = MessageKind(
        "93c8bdc31a344496a8bf96d2ec72d028", .warning, "panel …: … contacts within … s were noise; reopening it (attempt …)", .panel, .device)
    static let panelStillNoisy = MessageKind(
        "a1e8ac1d790449c38586daefc2968eb5", .error,
        "panel …: … contacts within … s were noise, also after it was reopened; touchd keeps it open and cancels its touches", .panel, .device)
    static let eventsDropped = MessageKind(
        "b7f43672b8379b066b872343c217b78e", .warning, "panel …: the kernel dropped events; resynchronised", .panel, .device)
    static let calibrationUnusable = MessageKind(
        "065055cbb4690e93400ea87496c56b0d", .error,
        "…: udev's LIBINPUT_CALIBRATION_MATRIX=\"…\" …; the panel is used without it. Correct the udev rule, or remove it and set \"calibration\" in the configuration",
        .device, .reason)
    static let calibrationChanged = MessageKind(
        "53a6f99facb9f822cd1b9bb63969cb00", .info, "panel …: udev has a new calibration for it", .panel, .device)
    static let quirkMended = MessageKind(
        "bee7f078e2b1a2adc53df7d73d55c288", .info, "panel …: applied quirks: … (…); \"quirks: false\" turns them off", .panel, .device, .reason)
    static let grabWaits = MessageKind(
        "e94ed7ffafd01a9ee692147008948595", .info, "panel …: something is down on it; touchd grabs it once everything has lifted", .panel, .device)
    static let grabbed = MessageKind(
        "2e00dd23658687f248ed92bdba3902eb", .info, "panel …: everything has lifted; it is now grabbed", .panel, .device)
    static let grabsReleased = MessageKind(
        "f312439073d9d4e45953cba8ed55c181", .warning, "five fingers held for …: released all grabs until the panels are reopened", .panel)
    static let siblingTaken = MessageKind(
        "5ba3a9173f6140d8831f0a0ff32b720d", .info, "panel …: grabbed … too, because it belongs to the same USB device", .panel, .device)
    static let siblingNotTaken = MessageKind(
        "e7dbf96584e241cb82316307fd269af7", .warning, "panel …: … belongs to the same USB device, but stays with other programs: …", .panel, .device,
        .reason)
    static let noHotplug = MessageKind(
        "2ca150606e0d52cb371f08a94a5becdc", .warning, "cannot listen to udev: panels plugged in later will not be found")
    static let resumed = MessageKind("da83a24b504bfb5b9c886100321e77b3", .info, "resumed after … ms of sleep; reopening all panels")

    // MARK: Recovery commands

    static let recoveryAsked = MessageKind(
        "2f7207caf8adc1160efe7ac9ce8f7978", .warning, "panel …: asked … to run its recovery command; see journalctl -u \"touchd-recover@*\"",
        .panel, .file)
    static let recoveryNotAsked = MessageKind(
        "377ad83c58ed4e5393ffd06047e8be19", .error, "panel …: cannot ask … to run its recovery command: …; run systemctl start touchd-recover.socket",
        .panel, .file, .reason)
    static let recoveryRuns = MessageKind("b14994c5a8f83d588ce8792d63de3795", .warning, "panel …: running …", .panel, .command)
    static let recoveryNotRun = MessageKind("2aed61d62f026419a4b29ce2ef7e3a27", .error, "panel …: cannot run …: …", .panel, .command, .reason)
    static let recoveryUnwatched = MessageKind(
        "b0b0b08f53c165bfed68f1abc909de69", .error, "panel …: cannot wait for the end of …: …", .panel, .command, .reason)
    static let recoveryEnded = MessageKind("d24339bcb289e08b7e0e6a4fcbe8fc17", .info, "panel …: … has ended", .panel, .command)
    static let recoveryFailed = MessageKind("4c4257f756da47970ac3b77c5455e360", .error, "panel …: … has failed: …", .panel, .command, .reason)
    static let recoveryKilled = MessageKind(
        "e681e8d2e8388a450afd224678087de8", .error, "panel …: … did not end within … s; killed it", .panel, .command)

    // MARK: Virtual panels

    static let virtualPanelMade = MessageKind(
        "d63e2e304aa1d1c926e48eb76abcf31f", .info, "panel …: applications get the touches of surfaces from \"…\" (…)", .panel, .device)
    static let virtualPanelNotMade = MessageKind(
        "4f81cea0507dc3b1628c3709c5d182ca", .error, "panel …: applications get no touches of surfaces: …", .panel, .reason)
    static let virtualPanelAwaited = MessageKind(
        "7ccbdfa90a9643baa4178a73c944bc7a", .warning,
        "panel …: no virtual panel until the panel is plugged in, because \"space: panel\" needs its description", .panel)
    static let virtualPanelNotTakenOver = MessageKind(
        "1c1caf4276dcc7bd4aa9b41dcdafda55", .info, "…: cannot reuse the virtual panel of the previous run: …", .panel)
    static let virtualPanelFull = MessageKind(
        "afe219da1a72a36386766c689f55f547", .warning, "…: too many touches are waiting; lifted all of them", .panel)
    static let uinputNotRefused = MessageKind(
        "c35c6c16d8e443e682d38a1ee3c03526", .warning, "cannot give up the right to change virtual panels: …", .reason)
    static let virtualPanelUnwritable = MessageKind("b48f924830325827db31c055171a8f75", .error, "cannot write to …: …", .panel, .reason)

    // MARK: Keyboards

    static let keyboardMade = MessageKind("4e569e6d755e4801b050a94058e8df6e", .info, "screen …: touchd types on \"…\" (…)", .screen, .device)
    static let keyboardNotMade = MessageKind("6e561dc7887d4d3aa9fb3527e40acf70", .error, "screen …: touchd cannot type: …", .screen, .reason)
    static let keyboardNotTakenOver = MessageKind(
        "2e8669b237ae4358a37292aff72320dc", .info, "screen …: …", .screen)
    static let keyNotTyped = MessageKind("70ff62b99e634ae9b360e73f949a413e", .warning, "screen …: region … types no key: …", .screen, .region)
    static let gestureKeysNotTyped = MessageKind(
        "ccb318cd9f0a43eda8733f5039d05446", .warning, "screen …: gesture … types no keys: …", .screen, .command)

    // MARK: Keypads

    static let keypadOpened = MessageKind("c4964ecbfacc40999da7e0bef9f90086", .info, "keypad … is …", .screen, .device)
    static let keypadGone = MessageKind("92214de84f7c4985addc0f0e4f15d0bb", .info, "keypad …, …, is gone", .screen, .device)
    static let keypadLacks = MessageKind("4472a8e0de034c978b9402a6962ab00b", .warning, "keypad …: … does not have …", .screen, .device)
    static let keypadNotGrabbed = MessageKind(
        "e54a0abf9da34a6d977214b013fc3bfd", .warning, "keypad …: …; its keys also reach other programs", .screen, .device)
    static let keypadUnreadable = MessageKind(
        "01317ba85b684e638bcf9ca8298cab52", .warning, "keypad … cannot be read: …; opening it again", .device, .reason)
    static let keypadEventsDropped = MessageKind(
        "0a21ad3831c94e41a8b90f944109ae2e", .warning, "keypad …: the kernel dropped events; touchd read its switches again", .device)

    // MARK: Screens and displays

    static let noReader = MessageKind(
        "5d1c9a7be1c44a0d8a3f6b2e90c4d718", .warning,
        "screen …: fingers do not start profile …, because no program speaks; is touchd-speak running?", .screen)

    static let displayState = MessageKind("d3cc9e89c146b2f0b422714757136eb5", .info, "screen …: the display is …", .screen, .reason)
    static let fingerWakes = MessageKind("942f4fb1749fc26d5ca0804f21794980", .info, "screen …: a finger wakes the display", .screen)
    static let displayStillOff = MessageKind(
        "541acc5bbfb17bb26c8de025c3e9aef4", .warning,
        "screen …: the display is still off … s after a finger woke it…; check that a touchd-wake@.service turns it on (see docs/operations.md)",
        .screen, .reason)
    static let staffGesture = MessageKind("4c8f4218611497026e70210806bffc2a", .info, "screen …: staff gesture …", .screen, .command)
    static let kioskGesture = MessageKind("a7e04a9b457f444aa0542de51b0c69ef", .info, "screen …: kiosk gesture …", .screen, .command)
    static let unitsNotAsked = MessageKind(
        "fb415996078c63230dee35761379617e", .warning, "screen …: cannot ask … to start its units (…): …; run systemctl start touchd-units.socket",
        .screen, .file, .command, .reason)
    static let outputOn = MessageKind("c6de63e2a5ac44070c1c0606e2c860a6", .info, "output … is on")
    static let outputOff = MessageKind("af8ce935eaf49b20dc61500e5f5163b4", .info, "output … is …; ignoring its panels until it is on", .reason)
    static let outputUnknown = MessageKind("27a40be7b2f372c02330b9ac87d6a409", .warning, "output … does not exist, so it counts as on; …")
}
