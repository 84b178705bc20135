import Configuration
import Server
import TouchCore
import Wire

/// What is tried, and goes by itself.
extension TouchService {
    public var configurationText: [UInt8] { trial.text }

    public func tryConfiguration(_ text: [UInt8], for duration: Int64, _ done: @escaping (ReloadResult) -> Void) {
        reloader.reload(ReloadOptions(source: .trial(text, duration: duration)), done)
    }

    public func checkPanel(_ id: String) throws(RequestError) {
        let ids = registry.matcher.entries.map(\.settings.id)
        if ids.contains(id) { return }
        throw RequestError(
            "the configuration has no panel \"\(id)\"", code: .notFound,
            hint: ids.isEmpty ? "there are none" : "there are: \(ids.joined(separator: ", "))")
    }

    public func tryCalibration(_ matrix: AffineTransform, panel: String, for duration: Int64, _ done: @escaping (ReloadResult) -> Void) {
        if trial.isConfiguration {
            return revert { [unowned self] result in
                if !result.isDone { return done(result) }
                // The file's may have other panels.
                do throws(RequestError) { try checkPanel(panel) } catch { return done(ReloadResult(isDone: false, diagnostics: [error.message])) }
                tryCalibration(matrix, panel: panel, for: duration, done)
            }
        }
        trial.begin(calibrationOf: panel, for: duration)
        configurationEntry.trial = trial.entry
        calibrate(panel, matrix)
        log.info("panel \(panel): another calibration is tried for \(seconds(duration)) s")
        done(ReloadResult(isDone: true, diagnostics: []))
    }

    public func revert(_ done: @escaping (ReloadResult) -> Void) {
        if trial.isConfiguration { return readFile(done) }
        if let panel = trial.panel {
            trial.end()
            configurationEntry.trial = nil
            calibrate(panel, nil)
            log.info("panel \(panel): the calibration that was tried is over")
        }
        done(ReloadResult(isDone: true, diagnostics: []))
    }

    /// Between touches, as after a reload.
    private func calibrate(_ panel: String, _ matrix: AffineTransform?) {
        registry.tryCalibration(matrix, of: panel)
        publisher.calibrated(trial: trial.entry)
        virtualPanels.reloaded()
    }

    /// The file's configuration, or if the file cannot be used any more, as it was when it was read last.
    private func readFile(_ done: @escaping (ReloadResult) -> Void) {
        reloader.reload { [unowned self] read in
            // Another trial may have begun by then, or somebody else has ended this one.
            if read.isDone || !trial.isConfiguration { return done(read) }
            log.warning("the configuration that was tried is over, and the file cannot be used: its last text is in force")
            reloader.reload(ReloadOptions(source: .kept(trial.fileText))) { [unowned self] kept in
                if !kept.isDone, trial.isConfiguration { trial.endLater() }
                done(ReloadResult(isDone: kept.isDone, diagnostics: read.diagnostics + kept.diagnostics, gaveWay: kept.gaveWay))
            }
        }
    }

    /// Notes a configuration that was put into force.
    ///
    /// - Parameter text: as it was read.
    func noteTrial(_ options: ReloadOptions, _ text: [UInt8]) {
        switch options.source {
        case .file: trial.end(fileText: text)
        case .kept: trial.end()
        case .trial(let text, let duration): trial.begin(text, for: duration)
        }
        configurationEntry.trial = trial.entry
    }

    func seconds(_ duration: Int64) -> String {
        let seconds = Double(duration) / 1_000_000
        return Int64(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
}
