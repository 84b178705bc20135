import Configuration
import Glibc
import Logging
import Server
import Sockets

/// The service's two sockets: passed by the service manager, or else bound here.
struct ServiceSockets {
    private let options: ServiceOptions
    private let settings: ServerSettings
    /// The descriptors that the service manager has kept from the previous run.
    private(set) var kept: [(name: String, fd: Int32)] = []

    init(_ options: ServiceOptions, _ settings: ServerSettings) {
        self.options = options
        self.settings = settings
    }

    private var path: String { options.socket ?? SocketPath.inEnvironment ?? settings.socket ?? options.instance?.socket ?? SocketPath.usual }

    private func adminPath(besides events: String) -> String {
        options.adminSocket ?? SocketPath.adminInEnvironment ?? settings.admin ?? SocketPath.admin(besides: events)
    }

    mutating func open() throws(StartFailure) -> [Listener] {
        let events = settings.permissions
        let admin = settings.adminPermissions
        do {
            let passed = try SocketActivation()
            kept = passed.kept
            if let socket = passed.events { logOtherPath(socket, wanted: options.socket ?? settings.socket) }
            if let socket = passed.admin { logOtherPath(socket, wanted: options.adminSocket ?? settings.admin) }
            let (eventsGroup, adminGroup) = (events.group?.group, admin.group?.group)
            let first = try passed.events ?? Listener(path: path, Listener.Permissions(mode: events.mode ?? 0o660, group: eventsGroup))
            do {
                let mode = admin.mode ?? (adminGroup == nil ? 0o600 : 0o660)
                return [
                    first,
                    try passed.admin
                        ?? Listener(path: adminPath(besides: first.path), role: .admin, Listener.Permissions(mode: mode, group: adminGroup)),
                ]
            } catch {
                first.close()
                throw error
            }
        } catch let error as Listener.Failure {
            throw StartFailure(
                message: error.description, status: error.isPermission ? StartFailure.permission : StartFailure.unavailable)
        } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.unavailable)
        }
    }

    private func logOtherPath(_ passed: Listener, wanted: String?) {
        guard let wanted, wanted != passed.path else { return }
        Log.write(
            .otherSocketPath, "the \(passed.role.rawValue) socket that systemd passed is \(passed.path); ignoring the configured path \(wanted)",
            .file(passed.path))
    }
}
