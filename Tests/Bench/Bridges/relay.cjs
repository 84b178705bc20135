// A minimal relay from touchd's socket to WebSockets: a connection for each, with lines as messages. node relay.cjs PORT SOCKET
const { WebSocketServer } = require("ws");
const net = require("net");
const readline = require("readline");
const [port, path] = process.argv.slice(2);
new WebSocketServer({ host: "127.0.0.1", port: Number(port), handleProtocols: (offered) => [...offered][0] }).on("connection", (page) => {
    const touchd = net.connect(path);
    readline.createInterface({ input: touchd }).on("line", (line) => page.send(line));
    page.on("message", (line) => touchd.write(line + "\n"));
    page.on("close", () => touchd.destroy());
    touchd.on("close", () => page.close());
});
