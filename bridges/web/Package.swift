// swift-tools-version:6.1
import PackageDescription

// As in touchd's Package.swift, which says why.
let program: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--icf=all", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-Xlinker", "-z", "-Xlinker", "now",
        ],
        .when(configuration: .release))
]
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))]

// A separate package, so that touchd builds without SwiftNIO. It lies in touchd's repository and takes a few of its parts from there.
let package = Package(
    name: "touchd-web",
    products: [.executable(name: "touchd-web", targets: ["touchd-web"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(name: "touchd", path: "../.."),
    ],
    targets: [
        .target(name: "CSpawn", cSettings: fortified),
        .target(
            name: "Bridge",
            dependencies: [
                "CSpawn",
                .product(name: "TouchdParts", package: "touchd"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "touchd-web", dependencies: ["Bridge", .product(name: "TouchdParts", package: "touchd")], linkerSettings: program),
        .testTarget(name: "BridgeTests", dependencies: ["Bridge", .product(name: "NIOEmbedded", package: "swift-nio")]),
    ],
    swiftLanguageModes: [.v6]
)
