// swift-tools-version:6.1
import PackageDescription

// Everything runs on one thread, and debug builds still check: in release, the run-time check of every access to a class's
// property would be a quarter of what a frame costs.
let oneThread: [SwiftSetting] = [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

// Programs export nothing, so that the linker drops what nobody calls; what is the same after compiling is there once; and relocations
// are packed, which needs glibc 2.36. The loader binds all functions at the start (-z now) and then makes their table read-only, so a stray
// write cannot redirect a call. lld, which does that, comes with Swift. bridges/web/Package.swift has the same.
let program: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--icf=all", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-Xlinker", "-z", "-Xlinker", "now",
        ],
        .when(configuration: .release))
]

// glibc checks the bounds of copies and formats in C. It needs the optimizer, which release builds have.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))]

// The functions that touchd has in use lie side by side in memory, which is 2.6 MB less of it. scripts/order writes the list.
let sideBySide: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/touchd/order.txt",
            "-Xlinker", "--no-warn-symbol-ordering",
        ],
        .when(configuration: .release))
]

// Read from top to bottom this is a finger's way to a client: each target imports only targets above it.
let package = Package(
    name: "touchd",
    products: [
        .executable(name: "touchd", targets: ["touchd"]),
        .executable(name: "touchctl", targets: ["touchctl"]),
        .executable(name: "touchd-tuio", targets: ["touchd-tuio"]),
        .executable(name: "touchd-mqtt", targets: ["touchd-mqtt"]),
        .executable(name: "touchd-speak", targets: ["touchd-speak"]),
        .executable(name: "touchd-read", targets: ["touchd-read"]),
        .library(name: "TouchdClient", targets: ["TouchdClient"]),
        // What bridges/web, a package of its own, takes from here.
        .library(
            name: "TouchdParts", targets: ["Arguments", "Files", "Text", "JSON", "StrictYAML", "SettingsFile", "Sockets", "Logging", "Speech"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
    ],
    targets: [
        // C: nothing below these lines includes a C header.
        .target(name: "CLinux", cSettings: fortified),
        .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
        .systemLibrary(name: "CLibmosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CLibsystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

        .target(name: "TouchCore", swiftSettings: oneThread, linkerSettings: [.linkedLibrary("m")]),  // squareRoot() in debug builds
        // From touches on crosses to the calibration of a panel. Pure, as the core is.
        .target(name: "Calibration", dependencies: ["TouchCore"]),
        .target(name: "Arguments", dependencies: ["CLinux"]),
        .target(name: "Files"),
        .target(name: "Text"),
        .target(name: "JSON", dependencies: ["Text"]),
        .target(name: "YAML", dependencies: ["Text", "CLibyaml"]),
        .target(name: "Vocabulary", dependencies: ["Text", "JSON"]),
        // The one reader of configurations and settings: a tree with a place for each value, checked by the shapes of a format.
        .target(name: "StrictYAML", dependencies: ["Text", "JSON", "YAML", "Vocabulary"]),
        // The settings of programs beside touchd, in bridges. touchd does not have this.
        .target(name: "SettingsFile", dependencies: ["Files", "JSON", "Text", "StrictYAML", "Vocabulary"]),
        // How regions, gestures and edits of them are written: in configurations, in scenarios, on the socket.
        .target(name: "TreeFormat", dependencies: ["TouchCore", "Text", "Vocabulary"]),
        .target(name: "Configuration", dependencies: ["TouchCore", "TreeFormat", "Vocabulary", "StrictYAML", "Files", "Text", "JSON"]),
        .target(name: "Scenarios", dependencies: ["TouchCore", "Configuration", "TreeFormat", "Vocabulary", "StrictYAML", "Files", "JSON"]),
        .target(name: "Recordings", dependencies: ["TouchCore", "Files", "Text", "YAML"]),
        .target(name: "Panels", dependencies: ["TouchCore", "Configuration", "Recordings", "Text", "CLinux", "CLibevdev", "CLibudev"]),
        .target(name: "Sockets"),
        // The log: journald with fields, or lines on standard error.
        .target(name: "Logging", dependencies: ["Text", "Sockets", "CLinux"]),
        .target(name: "Wire", dependencies: ["TouchCore", "Text", "JSON", "TreeFormat", "Vocabulary"], swiftSettings: oneThread),
        .target(name: "Server", dependencies: ["TouchCore", "Text", "TreeFormat", "Sockets", "Wire", "Logging", "CLinux"], swiftSettings: oneThread),

        .target(
            name: "Service",
            dependencies: [
                "TouchCore", "Files", "JSON", "Configuration", "Recordings", "Panels", "Sockets", "Text", "Wire", "Logging", "Server", "CLinux",
            ],
            swiftSettings: oneThread),

        .executableTarget(
            name: "touchd", dependencies: ["Arguments", "Service", "Server", "Sockets", "Text", "Wire", "Logging"], exclude: ["order.txt"],
            linkerSettings: program + sideBySide),
        // The pages of touchctl report.
        .target(name: "Report", dependencies: ["TouchCore", "Recordings", "Text", "Wire"]),
        .executableTarget(
            name: "touchctl",
            dependencies: [
                "TouchCore", "Calibration", "Arguments", "Files", "Text", "JSON", "StrictYAML", "Configuration", "Scenarios", "Recordings", "Report",
                "Panels", "SettingsFile", "Sockets", "Speech", "Wire", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], linkerSettings: program),

        // The other end of the socket, for programs in Swift.
        .target(name: "TouchdClient", dependencies: ["JSON", "Sockets"]),

        // The connection of programs that serve the accessible glass.
        .target(name: "AccessibilityClient", dependencies: ["JSON", "Logging", "Sockets", "Text"]),

        // Touches as TUIO 1.1.
        .executableTarget(
            name: "touchd-tuio",
            dependencies: ["TouchdClient", "Arguments", "StrictYAML", "SettingsFile", "Logging", "Sockets", "Text", "CLinux", "CLiblo"],
            path: "bridges/tuio/Sources", linkerSettings: program),

        // A kiosk seen from afar, over an MQTT broker. Not a client of TouchdClient: it reads no line about touches.
        .executableTarget(
            name: "touchd-mqtt",
            dependencies: [
                "CLibmosquitto", "Arguments", "Files", "JSON", "Logging", "StrictYAML", "SettingsFile", "Sockets", "Text", "Vocabulary",
            ],
            path: "bridges/mqtt/Sources", linkerSettings: program),

        // Decides what touchd-speak says about the accessible glass, and in which words.
        .target(name: "Speech", dependencies: ["Files", "JSON", "StrictYAML", "SettingsFile", "Text"]),
        // The accessible glass, spoken through speech-dispatcher. It needs no library: SSIP is lines of text.
        .executableTarget(
            name: "touchd-speak",
            dependencies: ["AccessibilityClient", "Arguments", "CLinux", "JSON", "Logging", "SettingsFile", "Sockets", "Speech", "Text"],
            path: "bridges/speak/Sources", linkerSettings: program),

        // The accessible glass over unmodified applications, which are read through AT-SPI.
        .executableTarget(
            name: "touchd-read",
            dependencies: [
                "AccessibilityClient", "Arguments", "CLibsystemd", "CLinux", "JSON", "Logging", "StrictYAML", "SettingsFile", "Sockets", "Text",
            ],
            path: "bridges/read/Sources", linkerSettings: program),

        .executableTarget(name: "touchd-client-driver", dependencies: ["TouchdClient"], path: "Tests/Conformance/SwiftDriver"),
        .executableTarget(
            name: "touchd-presses", dependencies: ["TouchdClient"], path: "examples",
            exclude: ["client.py", "presses.py", "presses.c", "presses.mjs"], sources: ["presses.swift"]),
        .target(name: "Support", dependencies: ["TouchCore"], path: "Tests/Support"),
        .target(
            name: "FakePlatform", dependencies: ["Service", "Server", "Panels", "Configuration", "Recordings", "TouchCore", "Wire", "Logging"],
            path: "Tests/FakePlatform"),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: ["Configuration", "StrictYAML", "Text", "Scenarios", "TreeFormat", "TouchCore", "Vocabulary", "JSON", "Support"],
            // Read where they lie, not copied into a bundle.
            exclude: ["Corpus", "schema_agrees.py"]),
        .testTarget(name: "TouchCoreTests", dependencies: ["TouchCore", "Support"], exclude: ["README.md"]),
        .testTarget(name: "CalibrationTests", dependencies: ["Calibration", "TouchCore", "Support"]),
        .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "Configuration"]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Server", "Service", "FakePlatform", "Panels", "Recordings", "Configuration", "Scenarios", "TreeFormat", "TouchCore", "Wire", "JSON",
                "Vocabulary", "Logging", "CLinux", "Support",
            ],
            exclude: ["README.md"]),
        .testTarget(name: "LoggingTests", dependencies: ["Logging", "Text", "Support"]),
        .testTarget(name: "CLinuxTests", dependencies: ["CLinux"]),
        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"]),
        .testTarget(name: "FilesTests", dependencies: ["Files"]),
        .testTarget(name: "TextTests", dependencies: ["Text", "Support"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "Text", "Support"]),
        .testTarget(name: "YAMLTests", dependencies: ["YAML", "Text"]),
        .testTarget(name: "StrictYAMLTests", dependencies: ["StrictYAML", "Text", "Vocabulary"]),
        .testTarget(name: "SettingsFileTests", dependencies: ["SettingsFile", "StrictYAML", "Files", "Vocabulary"], exclude: ["Corpus"]),
        .testTarget(name: "VocabularyTests", dependencies: ["Vocabulary", "JSON"]),
        .testTarget(name: "TreeFormatTests", dependencies: ["TreeFormat", "TouchCore", "Vocabulary"]),
        .testTarget(name: "WireTests", dependencies: ["Wire", "JSON", "TouchCore", "Support"]),
        .testTarget(name: "SocketsTests", dependencies: ["Sockets", "Support"]),
        .testTarget(name: "TouchdClientTests", dependencies: ["TouchdClient", "JSON", "Support"]),
        .testTarget(
            name: "TUIOTests", dependencies: ["touchd-tuio", "TouchdClient", "SettingsFile", "Support"], path: "bridges/tuio/Tests"),
        .testTarget(name: "MqttTests", dependencies: ["touchd-mqtt", "JSON", "SettingsFile", "Text", "Support"], path: "bridges/mqtt/Tests"),
        .testTarget(
            name: "SpeakTests", dependencies: ["touchd-speak", "Speech", "Text", "Support"], path: "bridges/speak/Tests"),
        .testTarget(name: "SpeechTests", dependencies: ["Speech", "Files", "JSON", "SettingsFile"]),
        .testTarget(name: "AccessibilityClientTests", dependencies: ["AccessibilityClient", "JSON", "Logging"]),
        .testTarget(name: "ReadTests", dependencies: ["touchd-read", "JSON", "SettingsFile", "Support"], path: "bridges/read/Tests"),
        .testTarget(name: "TouchdTests", dependencies: ["touchd"]),
        .testTarget(
            name: "TouchctlTests",
            dependencies: [
                "touchctl", "Calibration", "Configuration", "Files", "JSON", "Sockets", "Speech", "StrictYAML", "Support", "Text", "TouchCore",
                "Wire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "touchd-simulate",
            dependencies: ["Service", "FakePlatform", "Server", "Panels", "Configuration", "TouchCore", "Wire", "Support"], path: "Tests/Simulation",
            exclude: ["README.md"]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Service", "FakePlatform", "Server", "Panels", "Recordings", "Configuration", "Files", "JSON", "TouchCore", "Wire", "Logging",
            ]),
        .testTarget(name: "PanelsTests", dependencies: ["Panels", "Configuration", "TouchCore", "Support"]),
        .testTarget(name: "ReportTests", dependencies: ["Report", "Recordings", "Support", "Text", "TouchCore", "Wire"]),
        .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "Files", "TouchCore", "Wire", "Support"]),
        // Replays the corpus of the fuzzers. Those with libFuzzer are built by Tests/Fuzz/run.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Service", "FakePlatform", "Server", "Panels", "Recordings", "Configuration", "StrictYAML", "Calibration", "Wire", "JSON",
                "TouchCore",
                "Text", "Logging", "CLinux", "CLibsystemd", "AccessibilityClient", "TouchdClient", "Speech", "touchd-tuio", "touchd-mqtt",
                "touchd-speak", "touchd-read",
            ],
            path: "Tests/Fuzz", exclude: ["README.md", "run", "shrink", "requests.py", "seeds.py", "client.c", "frames.swift", "corpus"]),
    ],
    swiftLanguageModes: [.v6]
)
