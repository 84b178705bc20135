import Configuration
import TouchCore

extension PanelMapping {
    /// Creates the mapping of a panel from its entry. The entry's calibration is applied after udev's.
    public init(
        _ profile: PanelProfile, udevCalibration: AffineTransform = .identity, settings: PanelSettings, screen: Size
    ) {
        self.init(
            panel: profile.description, kind: profile.kind, calibration: udevCalibration.then(settings.calibration), rotation: settings.rotation,
            screen: screen, area: settings.area)
    }
}
