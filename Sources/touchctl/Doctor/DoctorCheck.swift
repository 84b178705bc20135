/// One question about a kiosk. It reads, and changes nothing.
protocol DoctorCheck: Sendable {
    /// Its name in the output.
    static var name: String { get }
    /// What there is to say; nothing where the question does not arise.
    func findings(_ kiosk: Kiosk) -> [Finding]
}

/// All of them, in the order in which their answers depend on each other.
let doctorChecks: [any DoctorCheck] = [
    ServiceCheck(), RestartsCheck(), AnswerCheck(), SocketsCheck(), ConfigurationCheck(), PanelsCheck(), UdevCheck(), InstancesCheck(),
    ReadersCheck(), VirtualPanelCheck(), CageCheck(), OutputsCheck(), DisplayCheck(), WakeCheck(), DropsCheck(), ClockCheck(), VersionsCheck(),
    BridgeCheck(), MqttCheck(),
]
