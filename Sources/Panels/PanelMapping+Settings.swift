import Configuration
import TouchCore

extension PanelMapping {
    /// The mapping of a panel by its entry. The entry's calibration comes after udev's.
    public init(
        _ profile: PanelProfile, udevCalibration: AffineTransform = .identity, settings: PanelSettings, screen: Size
    ) {
        self.init(
            panel: profile.description, kind: profile.kind, calibration: udevCalibration.then(settings.calibration), rotation: settings.rotation,
            screen: screen, area: settings.area)
    }
}
