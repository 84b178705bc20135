import JSON
import Sockets
import Testing
import Wire

@testable import touchctl

/// Each check on a healthy kiosk, and on one with exactly the trouble that it finds.
@Suite struct DoctorCheckTests {
    private func results(_ check: any DoctorCheck, _ kiosk: Kiosk) -> [Finding.Result] { check.findings(kiosk).map(\.result) }

    /// The findings about a healthy kiosk after a change.
    private func troubles(_ check: any DoctorCheck, _ change: (inout Kiosk) -> Void) -> [Finding] {
        var kiosk = Kiosk.healthy
        change(&kiosk)
        return check.findings(kiosk).filter { $0.result != .ok }
    }

    private func expect(
        _ check: any DoctorCheck, _ result: Finding.Result, _ words: String, location: SourceLocation = #_sourceLocation,
        _ change: (inout Kiosk) -> Void
    ) {
        let found = troubles(check, change)
        #expect(found.map(\.result) == [result], "\(found)", sourceLocation: location)
        #expect(found.first?.message.contains(words) == true, "\(found)", sourceLocation: location)
        if result == .problem || result == .warning { #expect(found.allSatisfy { $0.remedy != nil }, sourceLocation: location) }
    }

    @Test func `a kiosk that has nothing is well in each check`() {
        var kiosk = Kiosk.healthy
        kiosk.wakeScreens = ["main"]
        kiosk.daemon.status = Kiosk.status(more: #""screens":[{"screen":"main","display":"on"}],"#)
        for check in doctorChecks { #expect(check.findings(kiosk).allSatisfy { $0.result == .ok }, "\(check.findings(kiosk))") }
    }

    @Test func `each check has a name of its own`() {
        let names = doctorChecks.map { type(of: $0).name }
        #expect(Set(names).count == names.count)
    }

    // MARK: The service

    private func serviceState(_ state: String) -> (inout Kiosk) -> Void {
        { $0.machine.commands["systemctl show touchd.service --property=LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus"] = state }
    }

    @Test func `a service that does not run, is masked, is not there or is not enabled is said so`() {
        expect(ServiceCheck(), .problem, "does not run", serviceState("LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled"))
        expect(
            ServiceCheck(), .problem, "its configuration is wrong",
            serviceState("LoadState=loaded\nActiveState=failed\nResult=exit-code\nExecMainStatus=78\nUnitFileState=enabled"))
        expect(ServiceCheck(), .problem, "is masked", serviceState("LoadState=masked\nActiveState=inactive"))
        expect(ServiceCheck(), .warning, "not enabled", serviceState("LoadState=loaded\nActiveState=active\nUnitFileState=disabled"))
        expect(ServiceCheck(), .warning, "nothing starts it", serviceState("LoadState=not-found\nActiveState=inactive"))
        expect(ServiceCheck(), .problem, "there is no touchd.service") {
            serviceState("LoadState=not-found\nActiveState=inactive")(&$0)
            $0.daemon = DaemonAnswers(failure: .absent("gone"))
        }
        expect(
            ServiceCheck(), .problem, "again and again",
            serviceState("LoadState=loaded\nActiveState=activating\nSubState=auto-restart\nUnitFileState=enabled"))
    }

    @Test func `without systemd nobody can tell`() {
        expect(ServiceCheck(), .unknown, "systemd does not answer") { $0.machine.commands = [:] }
    }

    @Test func `an instance is looked for by its name`() {
        var kiosk = Kiosk.healthy
        kiosk.instance = Instance("left")
        #expect(kiosk.unit == "touchd@left.service")
        kiosk.machine.commands["systemctl show touchd@left.service --property=NRestarts,Result"] = "NRestarts=7\nResult=signal"
        #expect(RestartsCheck().findings(kiosk).first?.message.contains("touchd@left.service 7 times") == true)
    }

    @Test func `restarts are a loop while they go on, and an accident once the service has worked for long`() {
        let restarts = { (count: Int) in
            { (kiosk: inout Kiosk) in
                kiosk.machine.commands["systemctl show touchd.service --property=NRestarts,Result"] = "NRestarts=\(count)\nResult=signal"
            }
        }
        expect(RestartsCheck(), .warning, "once", restarts(1))
        expect(RestartsCheck(), .warning, "9 times", restarts(9))
        expect(RestartsCheck(), .problem, "in a loop") {
            restarts(9)(&$0)
            $0.daemon = DaemonAnswers(failure: .absent("gone"))
        }
    }

    @Test func `a touchd that is silent is told from one that hangs and from one that this user may not ask`() {
        expect(AnswerCheck(), .problem, "nothing answers") { $0.daemon = DaemonAnswers(failure: .absent("No such file or directory")) }
        expect(AnswerCheck(), .problem, "does not answer") { $0.daemon = DaemonAnswers(failure: .hangs) }
        expect(AnswerCheck(), .unknown, "may not connect") { $0.daemon = DaemonAnswers(failure: .denied) }
        expect(AnswerCheck(), .unknown, "neither its status") { $0.daemon.status = nil }
        expect(AnswerCheck(), .problem, "not a touchd") { $0.daemon = DaemonAnswers(failure: .otherProgram("?")) }
    }

    @Test func `an application that may not connect is found`() {
        expect(SocketsCheck(), .warning, "nobody is in the group touch") { $0.machine.commands["getent group 997"] = "touch:x:997:\n" }
        expect(SocketsCheck(), .warning, "only the user 0") { $0.machine.nodes["/run/touchd/events.sock"]!.mode = 0o600 }
        expect(SocketsCheck(), .warning, "every user") { $0.machine.nodes["/run/touchd/events.sock"]!.mode = 0o666 }
        expect(SocketsCheck(), .problem, "no name") { $0.machine.nodes["/run/touchd/events.sock"]!.group = 3 }
        expect(SocketsCheck(), .unknown, "not in the group touch") { ($0.machine.user, $0.machine.groups) = (1000, [1000]) }
        expect(SocketsCheck(), .problem, "after this session began") {
            ($0.machine.user, $0.machine.groups) = (1000, [1000])
            $0.machine.commands["id -un"] = "kiosk\n"
        }
    }

    // MARK: The configuration

    @Test func `what is wrong of the configuration is said with its place`() {
        expect(ConfigurationCheck(), .problem, "/etc/touchd/touchd.yaml:4:") { $0.configure { $0.replacing("size: [1000, 500]", "size: [-1, 500]") } }
        expect(ConfigurationCheck(), .warning, "[never-hit]") {
            $0.configure { $0.replacing("500] }]", "500], children: [{ id: out, frame: [2000, 0, 9, 9] }] }]") }
        }
        expect(ConfigurationCheck(), .problem, "cannot be read") {
            $0.configuration = ConfigurationState(file: "x", unreadable: "No such file or directory")
            $0.daemon.status = nil
        }
    }

    @Test func `a configuration that is not in force is a problem`() {
        expect(ConfigurationCheck(), .problem, "its last valid version is in force: x:1") {
            $0.daemon.status = Kiosk.status(configuration: #""lastGood":true,"refusedAt":1,"message":"x:1\ny","#)
        }
        expect(ConfigurationCheck(), .problem, "reload was refused") {
            $0.daemon.status = Kiosk.status(configuration: #""refusedAt":1500000000,"message":"x:1","#)
        }
        #expect(troubles(ConfigurationCheck()) { $0.daemon.status = Kiosk.status(configuration: #""refusedAt":900000000,"message":"x","#) }.isEmpty)
    }

    // MARK: Panels

    @Test func `a panel that is not there, and a touchscreen that is no panel`() {
        expect(PanelsCheck(), .problem, "panel main-0 is not there") { $0.devices = [] }
        expect(PanelsCheck(), .warning, "is not a panel: refused: fits two") {
            $0.devices.append(Kiosk.device(7, "Other", panel: nil, "refused: fits two"))
        }
        expect(PanelsCheck(), .problem, "there is no touchscreen") {
            $0.devices = []
            $0.configuration.settings = nil
        }
    }

    @Test func `a panel whose device touchd has refused has the reason, not a match that does not fit`() {
        func refuse(_ reason: String) -> (inout Kiosk) -> Void { { $0.devices = [Kiosk.device(5, "ACME", panel: nil, reason)] } }
        let found = troubles(PanelsCheck(), refuse("refused: cannot open it: Permission denied"))
        #expect(found.map(\.result) == [.problem], "\(found)")
        #expect(found.first?.message.contains("has refused \"ACME\" at /dev/input/event5: cannot open it: Permission denied") == true, "\(found)")
        #expect(troubles(PanelsCheck(), refuse("refused: another touchd has it")).isEmpty)
        let unmatched = troubles(PanelsCheck(), refuse("refused: no panel entry of c.yaml matches it"))
        #expect(unmatched.map(\.result) == [.problem, .warning] && unmatched[0].message.contains("no touchscreen matches it"), "\(unmatched)")
        expect(PanelsCheck(), .problem, "has refused \"ACME\"") {
            $0.configure { $0.replacing("name: ACME", with: "serial: 7") }
            refuse("refused: it is busy")(&$0)
        }
    }

    @Test func `what touchctl itself cannot open is no problem of the kiosk`() {
        expect(PanelsCheck(), .unknown, "whether panel main-0 can be used: \"ACME\" at /dev/input/event5: Permission denied") {
            $0.daemon.devices = nil
            $0.devices = [Kiosk.device(5, "ACME", panel: nil, "refused: Permission denied")]
        }
    }

    @Test func `siblings are for another check, and a refused panel does not concern an equal one in use`() {
        let belongs = "it belongs to the same USB device as main-0"
        for reason in ["grabbed with main-0: \(belongs)", "\(belongs), and is being grabbed"] {
            #expect(troubles(PanelsCheck()) { $0.devices.append(Kiosk.device(7, "ACME", panel: nil, reason)) }.isEmpty)
        }
        expect(PanelsCheck(), .warning, "is not a panel: refused: it is busy") {
            $0.devices.append(Kiosk.device(7, "ACME", panel: nil, "refused: it is busy"))
        }
    }

    @Test func `a match that fits a second panel is a problem before the next start`() {
        let found = troubles(PanelsCheck()) {
            $0.devices.append(Kiosk.device(7, "ACME", panel: nil, "refused: c.yaml:5:9: error: the match of panel main-0 fits both"))
        }
        #expect(found.map(\.result) == [.problem] && found.first?.message.contains("after the next start touchd uses neither") == true, "\(found)")
    }

    @Test func `a screen that is closed, and a trial, are said`() {
        func screens(_ mode: String) -> (inout Kiosk) -> Void {
            { $0.daemon.status = Kiosk.status(more: #""screens":[{"screen":"main","mode":"\#(mode)"}],"#) }
        }
        expect(ModeCheck(), .warning, "screen main is locked", screens("locked"))
        expect(ModeCheck(), .warning, "screen main is being cleaned", screens("cleaning"))
        #expect(troubles(ModeCheck(), screens("normal")).isEmpty)
        expect(ConfigurationCheck(), .warning, "a configuration is being tried for another 10 s") {
            $0.daemon.status = Kiosk.status(configuration: #""trial":{"what":"configuration","until":2010000000},"#)
        }
    }

    @Test func `what udev does not know, or gives to others`() {
        func unknown(_ change: @escaping (inout Kiosk) -> Void) -> (inout Kiosk) -> Void {
            {
                $0.devices = []
                change(&$0)
            }
        }
        expect(UdevCheck(), .warning, "70-touchd.rules") { $0.machine.files["/usr/lib/udev/rules.d/70-touchd.rules"] = nil }
        expect(UdevCheck(), .problem, "does not classify \"ACME\"", unknown { $0.machine.plug(5, name: "ACME", properties: ["ID_INPUT=1"]) })
        expect(UdevCheck(), .problem, "does not classify \"ACME\"", unknown { $0.machine.files["/run/udev/data/c13:69"] = nil })
        #expect(troubles(UdevCheck()) { $0.machine.files["/run/udev/data/c13:69"] = nil }.isEmpty)
        expect(UdevCheck(), .problem, "root may not read /dev/input/event5") { $0.machine.nodes["/dev/input/event5"]!.user = 1000 }
        expect(UdevCheck(), .problem, "touchd-devices.socket is not active") {
            $0.machine.commands["systemctl show touchd-devices.socket --property=ActiveState"] = "ActiveState=inactive\n"
        }
        #expect(
            troubles(UdevCheck()) {
                $0.machine.commands["systemctl show touchd-devices.socket --property=ActiveState"] = "ActiveState=inactive\n"
                $0.machine.commands["systemctl show touchd.service --property=ActiveState"] = "ActiveState=inactive\n"
            }.isEmpty, "touchd that was started by hand opens devices itself")
        expect(UdevCheck(), .problem, "is not there") { $0.machine.nodes["/dev/input/event5"] = nil }
    }

    @Test func `a panel that another instance has, and which one`() {
        expect(InstancesCheck(), .problem, "(pid 77: touchd --instance left)") {
            $0.devices = [Kiosk.device(5, "ACME", panel: nil, "refused: another touchd on this machine has this panel; …")]
            $0.machine.start(77, "touchd", ["--instance", "left"])
            $0.machine.files["/proc/locks"] = "1: FLOCK  ADVISORY  WRITE 3 00:05:17 0 EOF\n2: FLOCK  ADVISORY  WRITE 77 00:05:205 0 EOF\n"
        }
        // The other instance's virtual panel is no trouble.
        #expect(
            troubles(InstancesCheck()) { $0.devices = [Kiosk.device(6, "touchd main", panel: nil, DeviceEntry.reason(ofVirtualPanel: ""))] }.isEmpty)
    }

    @Test func `another reader of a panel that is not grabbed`() {
        let shared = { (kiosk: inout Kiosk) in kiosk.configure { $0.replacing("exclusive", "none") } }
        #expect(troubles(ReadersCheck(), shared).isEmpty)
        expect(ReadersCheck(), .warning, "Xorg (pid 12)") {
            shared(&$0)
            $0.machine.start(12, "Xorg", opens: "/dev/input/event5")
        }
        expect(ReadersCheck(), .unknown, "1 processes are not this user's") {
            shared(&$0)
            $0.machine.start(12, "Xorg")
            $0.machine.denied = ["/proc/12/fd"]
        }
    }

    // MARK: Below touchd

    private func withSurface(_ change: @escaping (inout Kiosk) -> Void) -> (inout Kiosk) -> Void {
        {
            $0.surfaceScreens = ["main"]
            change(&$0)
        }
    }

    @Test func `a virtual panel that is not there, and why`() {
        #expect(
            results(
                VirtualPanelCheck(),
                {
                    var kiosk = Kiosk.healthy; kiosk.surfaceScreens = ["main"]; return kiosk
                }()) == [.ok])
        func without(_ kiosk: inout Kiosk) { kiosk.machine.files["/sys/class/input/event6/device/name"] = "else" }
        expect(VirtualPanelCheck(), .problem, "there is no virtual panel", withSurface { without(&$0) })
        expect(
            VirtualPanelCheck(), .problem, "no panel of main is grabbed",
            withSurface {
                without(&$0)
                $0.configure { $0.replacing("exclusive", "none") }
            })
        expect(
            VirtualPanelCheck(), .problem, "no /dev/uinput",
            withSurface {
                without(&$0)
                $0.machine.nodes["/dev/uinput"] = nil
            })
        expect(
            VirtualPanelCheck(), .problem, "touchd-devices.socket is not active",
            withSurface {
                without(&$0)
                $0.machine.commands["systemctl show touchd-devices.socket --property=ActiveState"] = "ActiveState=inactive\n"
            })
        expect(
            VirtualPanelCheck(), .problem, "touchd does not answer",
            withSurface {
                without(&$0)
                $0.daemon = DaemonAnswers(failure: .hangs)
            })
    }

    @Test func `a virtual panel of another instance is not this one's`() {
        expect(
            VirtualPanelCheck(), .problem, "there is no virtual panel",
            withSurface {
                $0.instance = Instance("left")
                $0.machine.plug(6, name: "touchd main", phys: "touchd/right/main-0")
            })
        #expect(
            troubles(
                VirtualPanelCheck(),
                withSurface {
                    $0.instance = Instance("left")
                    $0.machine.plug(6, name: "touchd main", phys: "touchd/left/main-0")
                }
            ).isEmpty)
    }

    // MARK: Compositors and siblings

    /// The findings about the `cancel` of a kiosk under this compositor.
    private func cancelFindings(_ program: String, _ version: String?, _ cancel: String) -> [Finding] {
        var kiosk = Kiosk.healthy
        kiosk.machine.start(11, program, opens: "/dev/input/event6")
        kiosk.machine.commands[["sway": "sway --version", "labwc": "labwc --version", "cage": "cage -v", "Xorg": "Xorg -version"][program] ?? ""] =
            version
        kiosk.configure { $0.replacing("grab: exclusive", with: "grab: exclusive, virtual: { cancel: \(cancel) }") }
        return CancelCheck().findings(kiosk)
    }

    @Test(arguments: [
        ("sway", "sway version 1.7\n", "lift"), ("sway", "sway version 1.9-4e6dfc08 (Dec  4 2023, branch 'makepkg')\n", "lift"),
        ("sway", "sway version 1.10.1\n", "palm"), ("sway", "sway version 1.10\n", "palm"), ("sway", "sway version 2.0\n", "palm"),
        ("labwc", "labwc 0.8.3 (+xwayland +nls +rsvg)\n", "lift"), ("cage", "Cage version 0.2.0\n", "lift"),
        ("Xorg", "X.Org X Server 1.21.1.7\n", "lift"),
    ])
    func `each compositor has its fitting cancel, by version`(program: String, version: String, fitting: String) {
        for cancel in ["lift", "palm", "away"] {
            let found = cancelFindings(program, version, cancel)
            #expect(found.map(\.result) == [cancel == "palm" && fitting != "palm" ? .warning : .ok], "\(found)")
            let name = program + " " + Compositor.version(in: version)!.map(String.init).joined(separator: ".")
            #expect(found[0].message.hasPrefix("\(name) reads the virtual panel of main-0"), "\(found)")
            let words = "\(found[0].message) \(found[0].remedy ?? "")"
            #expect(words.contains("cancel: \(fitting)"), "\(found)")
        }
    }

    @Test func `a compositor without a version counts as an old one, and an unknown program as one that takes nothing back`() {
        #expect(cancelFindings("sway", nil, "palm").map(\.result) == [.warning])
        #expect(cancelFindings("weston", nil, "lift").map(\.result) == [.ok])
        #expect(cancelFindings("weston", nil, "palm").map(\.result) == [.unknown])
    }

    /// A mouse at event 7, in another port or in that of the panel at event 5.
    private func mouse(port: String = "1-2", _ configuration: String = "grab: exclusive", name: String = "ACME Mouse", phys: String = "")
        -> (inout Kiosk) -> Void
    {
        { kiosk in
            let bus = "../../devices/pci0000:00/0000:00:14.0/usb1"
            kiosk.machine.plug(7, name: name, phys: phys)
            kiosk.machine.files["/run/udev/data/c13:71"] = "E:ID_INPUT=1\nE:ID_INPUT_MOUSE=1\n"
            kiosk.machine.links["/sys/class/input/event5"] = "\(bus)/1-2/1-2:1.0/0003:0EEF:0001.0001/input/input5/event5"
            kiosk.machine.links["/sys/class/input/event7"] = "\(bus)/\(port)/\(port):1.1/0003:0EEF:0001.0002/input/input7/event7"
            kiosk.configure { $0.replacing("grab: exclusive", with: configuration) }
        }
    }

    @Test func `a mouse of the same USB device is found, grabbed or not`() {
        var kiosk = Kiosk.healthy
        mouse()(&kiosk)
        #expect(SiblingsCheck().findings(kiosk) == [.ok("touchd grabs \"ACME Mouse\" at /dev/input/event7 with main-0: the same USB device")])
        expect(SiblingsCheck(), .warning, "\"ACME Mouse\" at /dev/input/event7", mouse("grab: exclusive, siblings: leave"))
        expect(SiblingsCheck(), .warning, "a touch may arrive twice", mouse("grab: none"))
    }

    @Test func `a keypad that is missing, not used, not grabbed or ambiguous`() {
        func keypad(_ id: String?, _ reason: String) -> (inout Kiosk) -> Void {
            { kiosk in
                kiosk.configure {
                    $0.replacing(
                        "    windows",
                        with: "    accessibility: { keypads: [{ id: pad, match: { name: Storm }, keys: { KEY_A: help } }] }\n    windows")
                }
                guard let id else { return }
                var device = Kiosk.device(7, "Storm", panel: nil, reason)
                device.keypad = id
                kiosk.keypads.append(device)
            }
        }
        var kiosk = Kiosk.healthy
        keypad("main/pad", "matched by c.yaml:5:9; grabbed")(&kiosk)
        #expect(KeypadsCheck().findings(kiosk) == [.ok("keypad main/pad is \"Storm\" at /dev/input/event7")])
        #expect(PanelsCheck().findings(kiosk).allSatisfy { $0.result == .ok })
        expect(KeypadsCheck(), .problem, "keypad main/pad is not there", keypad(nil, ""))
        expect(
            KeypadsCheck(), .problem, "is not used: cannot open it: Permission denied",
            keypad("main/pad", "refused: cannot open it: Permission denied"))
        expect(KeypadsCheck(), .warning, "other programs get its keys too", keypad("main/pad", "matched by c.yaml:5:9; not grabbed: busy"))
        let ambiguous = troubles(KeypadsCheck(), keypad("", "refused: the match fits two"))
        #expect(ambiguous.count == 2 && ambiguous.contains { $0.message.contains("the match fits two") }, "\(ambiguous)")
    }

    @Test func `devices in other ports, keyboards and virtual panels are no siblings`() {
        for change in [
            mouse(port: "1-3", "grab: none"), mouse(port: "1-2.1", "grab: none"), mouse("grab: none", phys: "touchd/main-0"),
            {
                mouse("grab: none")(&$0)
                $0.machine.files["/run/udev/data/c13:71"] = "E:ID_INPUT=1\nE:ID_INPUT_MOUSE=1\nE:ID_INPUT_KEY=1\n"
            },
        ] { #expect(troubles(SiblingsCheck(), change) == []) }
    }

    @Test func `a virtual panel that no compositor reads`() {
        expect(
            VirtualPanelCheck(), .problem, "which belongs to seat1",
            withSurface {
                $0.machine.links["/proc/11/fd/0"] = "/dev/null"
                $0.machine.plug(6, name: "touchd main", phys: "touchd/main-0", properties: ["ID_INPUT_TOUCHSCREEN=1", "ID_SEAT=seat1"])
            })
        expect(
            VirtualPanelCheck(), .unknown, "are not this user's",
            withSurface {
                $0.machine.links["/proc/11/fd/0"] = nil
                $0.machine.denied = ["/proc/11/fd"]
            })
        expect(VirtualPanelCheck(), .problem, "knows nothing", withSurface { $0.machine.files["/run/udev/data/c13:70"] = nil })
        expect(
            VirtualPanelCheck(), .problem, "does not classify",
            withSurface {
                $0.machine.plug(6, name: "touchd main", phys: "touchd/main-0", properties: [])
            })
        expect(VirtualPanelCheck(), .warning, "group input may not read", withSurface { $0.machine.nodes["/dev/input/event6"]!.group = 0 })
    }

    @Test func `a cage whose Wayland clients are deaf`() {
        let old = { (kiosk: inout Kiosk) in kiosk.machine.commands["cage -v"] = "Cage version 0.1.4\n" }
        #expect(troubles(CageCheck(), old).isEmpty, "it does not run")
        expect(CageCheck(), .problem, "wl_touch.frame") {
            old(&$0)
            $0.machine.start(20, "cage", ["--", "chromium"])
        }
        #expect(
            troubles(CageCheck()) {
                old(&$0)
                $0.machine.start(20, "cage")
                $0.machine.start(21, "chromium", ["--ozone-platform=x11"])
            }.isEmpty)
        for version in ["cage version 0.1.5 (xwayland)", "Cage version v0.2.0", "0.10.0"] {
            #expect(
                troubles(CageCheck()) {
                    $0.machine.commands["cage -v"] = version
                    $0.machine.start(20, "cage")
                }.isEmpty)
        }
    }

    @Test func `more displays than one without a mapping, and an output that there is not`() {
        expect(OutputsCheck(), .warning, "2 displays are connected") { $0.machine.files["/sys/class/drm/card0-DP-1/status"] = "connected\n" }
        #expect(
            troubles(OutputsCheck()) {
                $0.machine.files["/sys/class/drm/card0-DP-1/status"] = "connected\n"
                $0.machine.plug(6, name: "touchd main", phys: "touchd/main-0", properties: ["ID_INPUT_TOUCHSCREEN=1", "WL_OUTPUT=DP-1"])
            }.isEmpty)
        expect(OutputsCheck(), .problem, "HDMI-A-2") { $0.configure { $0.replacing("grab: exclusive", "grab: exclusive, output: HDMI-A-2") } }
        #expect(troubles(OutputsCheck()) { $0.configure { $0.replacing("grab: exclusive", "grab: exclusive, output: HDMI-A-1") } }.isEmpty)
        expect(OutputsCheck(), .warning, "no display") { $0.machine.files["/sys/class/drm/card0-HDMI-A-1/status"] = "disconnected\n" }
    }

    @Test func `a wake rule that does not know the display, or whose display nobody lights`() {
        expect(DisplayCheck(), .problem, "has no effect") {
            $0.wakeScreens = ["main"]
            $0.daemon.status = Kiosk.status(more: #""screens":[{"screen":"main","display":"unknown"}],"#)
        }
        expect(DisplayCheck(), .unknown, "whether the state") {
            $0.wakeScreens = ["main"]
            $0.daemon.status = nil
        }
        expect(WakeCheck(), .problem, "there is no touchd-wake@main.service") {
            $0.wakeScreens = ["main"]
            $0.machine.commands["systemctl show touchd-wake@main.service --property=LoadState,Result"] = "LoadState=not-found\nResult=success"
        }
        expect(WakeCheck(), .problem, "touchd-units.socket is not active") {
            $0.wakeScreens = ["main"]
            $0.machine.commands["systemctl show touchd-units.socket --property=ActiveState"] = "ActiveState=inactive"
        }
        expect(WakeCheck(), .problem, "there is no touchd-wake@left-a\\x2db.service") {
            ($0.wakeScreens, $0.instance) = (["a-b"], Instance("left"))
            $0.machine.commands["systemctl show touchd-wake@left-a\\x2db.service --property=LoadState,Result"] = "LoadState=not-found"
        }
        expect(WakeCheck(), .problem, "has failed: exit-code") {
            $0.wakeScreens = ["main"]
            $0.machine.commands["systemctl show touchd-wake@main.service --property=LoadState,Result"] = "LoadState=loaded\nResult=exit-code"
        }
    }

    // MARK: Operation

    @Test func `lost events, clients that are behind, and bugs`() {
        expect(DropsCheck(), .warning, "main-0 2 times") { $0.daemon.status = Kiosk.status(health: #""drops":2,"#) }
        for key in ["lagged", "slow", "unresponsive"] {
            expect(DropsCheck(), .warning, "did not keep up once") { $0.daemon.status = Kiosk.status(counts: "\"\(key)\":1,") }
        }
        expect(DropsCheck(), .problem, "internal error once") { $0.daemon.status = Kiosk.status(counts: #""violations":1,"#) }
    }

    @Test func `clocks that are not synchronised, or that panels do not share`() {
        let command = "timedatectl show --property=NTP,NTPSynchronized"
        expect(ClockCheck(), .warning, "not synchronised") { $0.machine.commands[command] = "NTP=no\nNTPSynchronized=no\n" }
        expect(ClockCheck(), .unknown, "does not say") { $0.machine.commands[command] = nil }
        expect(ClockCheck(), .problem, "from the future") {
            $0.daemon.status = try! JSONReader.parse(
                Array(#"{"time":1,"panels":[{"panel":"main-0","health":{"lastReport":2000000}}]}"#.utf8))
        }
    }

    @Test func `versions that differ, and a program that was replaced`() {
        expect(VersionsCheck(), .problem, "touchd 0.0.9 runs") { $0.daemon.server = "touchd 0.0.9" }
        expect(VersionsCheck(), .warning, "was replaced") { $0.machine.links["/proc/10/exe"] = "/usr/bin/touchd (deleted)" }
    }
}

extension String {
    fileprivate func replacing(_ old: String, _ new: String) -> String {
        precondition(contains(old))
        return replacing(old, with: new)
    }
}
