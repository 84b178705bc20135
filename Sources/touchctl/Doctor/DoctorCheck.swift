/// A question about a kiosk. A check only reads.
protocol DoctorCheck: Sendable {
    /// The check's name in the output.
    static var name: String { get }
    /// Returns the findings; none if the question does not apply.
    func findings(_ kiosk: Kiosk) -> [Finding]
}

/// All checks. A check comes after those whose answers it depends on.
let doctorChecks: [any DoctorCheck] = [
    ServiceCheck(), RestartsCheck(), AnswerCheck(), SocketsCheck(), ConfigurationCheck(), PanelsCheck(), KeypadsCheck(), UdevCheck(),
    InstancesCheck(), ReadersCheck(), SiblingsCheck(), VirtualPanelCheck(), CancelCheck(), CageCheck(), OutputsCheck(), DisplayCheck(), ModeCheck(),
    WakeCheck(), DropsCheck(), ClockCheck(), VersionsCheck(), BridgeCheck(), MqttCheck(),
]
