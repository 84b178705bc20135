/// The program's default configuration, version and usage.
enum Options {
    static let configuration = "/etc/touchd/tuio.yaml"
    static let version = "touchd-tuio 0.1.0"
    static let usage = """
        usage: touchd-tuio [--config FILE] [--check | --version | --help]

          --config FILE  the settings (default /etc/touchd/tuio.yaml)
          --check        checks the settings, and exits

          touchd-tuio --check --config /etc/touchd/tuio.yaml

        Exit statuses: 64 wrong arguments, 71 no socket, 78 wrong settings.

        """
}
