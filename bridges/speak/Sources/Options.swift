/// The program's default settings file, version and usage.
enum Options {
    static let configuration = "/etc/touchd/speak.yaml"
    static let version = "touchd-speak 0.1.0"
    static let usage = """
        usage: touchd-speak [--config FILE] [--check | --version | --help]

          --config FILE  the settings (default /etc/touchd/speak.yaml)
          --check        checks the settings and the files of texts, and exits

          touchd-speak --check --config /etc/touchd/speak.yaml

        Exit statuses: 64 wrong arguments, 78 wrong settings.

        """
}
