/// The program's default configuration, version and usage.
enum Options {
    static let configuration = "/etc/touchd/mqtt.yaml"
    static let version = "0.1.0"
    static let usage = """
        usage: touchd-mqtt [--config FILE] [--check | --version | --help]

          --config FILE  the configuration (default /etc/touchd/mqtt.yaml)
          --check        checks the configuration and its files, and exits

          touchd-mqtt --check --config /etc/touchd/mqtt.yaml

        Exit statuses: 64 wrong arguments, 78 wrong configuration.

        """
}
