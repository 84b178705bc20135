// @ts-check
// The source of lines: touchd, through the bridge. All its lines go into the history, and so do the answers to the page's own requests.

import { Connection } from "../shared/connection.js";
import { readFacts } from "./yaml.js";

/**
 * Connects to touchd.
 * @param {(text: string, line: any) => void} push adds a line to the history
 * @param {(configuration: string) => number} keep keeps a configuration, and returns its number for the state's facts
 */
export function connect(push, keep) {
  const connection = new Connection({ name: "live view" });
  const own = (/** @type {any} */ line) => push(JSON.stringify(line), line);

  connection.addEventListener("line", (event) => {
    const { detail: line, text } = /** @type {import("../shared/connection.js").LineEvent} */ (event);
    push(text, line);
    if (line.type === "config" && line.ok) askForFacts();
  });
  connection.addEventListener("lost", () => own({ type: "lost" }));
  connection.addEventListener("opened", async () => {
    // On the events socket, or with another touchd, explanations and raw places may be refused; the rest is still shown.
    await connection.request("trace", { on: true }).catch((error) => own({ type: "warning", code: "trace", message: "no explanations: " + error.message }));
    // Before the subscription, because its snapshot says which profiles are on.
    await connection
      .request("speech", { on: true })
      .then(() => own({ type: "speech" }), (error) => own({ type: "speech", problem: speechProblem(error) }));
    await connection.request("status").then(({ rights }) => rights && own({ type: "rights", rights }), () => {});
    const wanted = { regions: ["**"], observe: true, axes: true, maxRate: 250 };
    await connection
      .request("subscribe", { ...wanted, raw: true })
      .catch(() => connection.request("subscribe", wanted))
      .catch(() => connection.request("subscribe", { ...wanted, observe: false }))
      .catch((error) => own({ type: "warning", code: "subscribe", message: error.message }));
    askForFacts();
    askForClients();
  });

  async function askForFacts() {
    try {
      const { text } = await connection.request("configuration");
      own({ type: "facts", ...(await readFacts(text)), configuration: keep(text) });
    } catch {
      // An older touchd, or no right to ask: sizes are then taken from the windows, and sensitive regions from the touches.
    }
  }

  async function askForClients() {
    if (connection.state !== "connected" || document.visibilityState !== "visible") return;
    try {
      const { clients, time } = await connection.request("clients");
      own({ type: "clients", clients, time });
    } catch {
      // The request may be refused here as well.
    }
  }
  setInterval(askForClients, 1000);
  connection.start();
  return connection;
}

/** The reason why the page does not learn what is said. @param {import("../shared/connection.js").RequestError} error */
function speechProblem({ message, hint }) {
  return `What is said is not known: ${message}` + (hint ? ` (${hint}).` : ".");
}
