// @ts-check
// Calibration under a compositor that owns the display: this page shows the crosses, and touchd's recording has the contacts.

import { Connection, runTool, showState } from "../shared/connection.js";
import { places, trialPlace, trialRadius } from "./crosses.js";
import { Panels } from "./panels.js";
import { drawAgain, lands, showResult, showWhatToWrite } from "./result.js";
import * as stage from "./stage.js";
import { inWindow, size } from "./stage.js";

/** The seconds that a cross waits for a finger, and the seconds that a confirmed calibration stays on trial. */
const PATIENCE = 60, KEPT = 600;
/** The seconds without a finger after which the screens are unlocked while a result is shown. */
const REST = 300;
/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const connection = new Connection({ name: "calibration page" });
const panels = new Panels(connection);
/** The seconds of the trial; tests use fewer. */
const trialSeconds = Number(new URLSearchParams(location.search).get("trial")) || 30;

/** @type {"setup" | "crosses" | "solving" | "result" | "trial"} */
let phase = "setup";
/** The panel that is calibrated; empty until one is touched. */
let panel = "";
/** @type {number[][]} */
let crosses = [];
/** @type {({shown: number[], raw: number[]} | null)[]} by cross; null for a skipped one */
let touched = [];
/** @type {any} */
let answer = null;
/** The end of the current wait, in ms of the page's clock. */
let end = 0;
/** The time of the last tap. */
let last = 0;

const points = () => touched.filter((point) => point !== null);

// MARK: The setup

panels.addEventListener("panels", () => {
  const chosen = at("panel").value;
  at("panel").replaceChildren(new Option("the first one touched", ""), ...panels.all.map(({ panel, name }) => new Option(`${panel}, ${name}`, panel)));
  at("panel").value = panels.entry(chosen) ? chosen : "";
  at("start").disabled = connection.state !== "connected" || !panels.all.length;
  showProblem(panels.all.length ? "" : "touchd has no panel.");
});
panels.addEventListener("ended", (event) => endStep(/** @type {CustomEvent} */ (event).detail));
connection.addEventListener("lost", () => {
  at("start").disabled = true;
  if (phase !== "setup" && phase !== "result") endStep("The connection to touchd is lost. Nothing was changed.");
});

/** @param {string} text */
function showProblem(text) {
  at("problem").textContent = text;
  at("problem").hidden = !text;
}

function checkSize() {
  at("full").hidden = Math.abs(window.innerWidth - screen.width) <= 1 && Math.abs(window.innerHeight - screen.height) <= 1;
}

async function start() {
  showProblem("");
  await document.documentElement.requestFullscreen?.().catch(() => {});
  try {
    await panels.begin();
  } catch (error) {
    return endStep(`Cannot record the panel's contacts: ${/** @type {Error} */ (error).message}`);
  }
  panel = at("panel").value;
  touched = [];
  answer = null;
  phase = "crosses";
  stage.open();
  crosses = places(Number(at("count").value));
  next("");
}

/** Ends the current step. @param {string} why */
function endStep(why) {
  if (phase === "trial") connection.request("revert").catch(() => {});
  phase = "setup";
  stage.close();
  at("result").hidden = at("write").hidden = true;
  at("setup").hidden = false;
  panels.end();
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  showProblem(why);
}

// MARK: The crosses

/** Shows the next cross, or the result. @param {string} note */
function next(note) {
  if (touched.length === crosses.length) return void solve();
  end = performance.now() + PATIENCE * 1000;
  stage.showInstruction(`Touch the middle of the cross: ${touched.length + 1} of ${crosses.length}`, note);
  draw();
}

function draw() {
  if (phase === "trial") stage.drawTrial();
  else stage.drawCross(crosses[touched.length], points().map((point) => /** @type {any} */ (point).shown));
}

panels.addEventListener("tap", (event) => {
  const { panel: from, raw } = /** @type {CustomEvent} */ (event).detail;
  last = performance.now();
  if (phase === "crosses" && panel && from !== panel) return next(`A different panel was touched: ${from}, not ${panel}. Touch the display that shows the cross.`);
  if (phase === "crosses") {
    panel = from;
    touched.push({ shown: inWindow(crosses[touched.length]), raw });
    next("");
  } else if (phase === "trial" && from === panel) {
    const way = lands(answer, raw).map((value, axis) => value - inWindow(trialPlace)[axis]);
    if (Math.hypot(...way) <= trialRadius(size())) confirmed();
    else stage.showNote("The touch was outside the circle.");
  } else if (phase === "result" && answer?.ok && from === panel) {
    press(lands(answer, raw));
  }
});

/**
 * Presses the button at a place, if there is one. The page already uses the new calibration; the compositor does not use it yet.
 * @param {number[]} place
 */
function press([x, y]) {
  const found = document.elementFromPoint(x, y)?.closest("button");
  if (found instanceof HTMLButtonElement) found.click();
}

// The compositor's own events of the same finger have the wrong place.
for (const type of ["pointerdown", "pointerup", "touchstart", "touchend", "click"]) {
  const isShielded = (/** @type {any} */ event) => event.isTrusted && phase !== "setup" && panels.isRecording && (type.startsWith("touch") || event.pointerType === "touch");
  document.addEventListener(type, (event) => isShielded(event) && (event.preventDefault(), event.stopImmediatePropagation()), { capture: true, passive: false });
}

document.addEventListener("keydown", (event) => {
  if (phase !== "crosses" && phase !== "trial") return;
  if (event.key === "Escape") endStep("Ended. Nothing was changed.");
  else if (phase === "crosses" && event.key.toLowerCase() === "s" && !event.ctrlKey) (touched.push(null), next(""));
  else if (phase === "crosses" && event.key === "Backspace" && touched.length) (touched.pop(), next(""));
  else if (event.key !== "Tab") return;
  event.preventDefault();
});
// In full screen the browser handles Escape itself.
document.addEventListener("fullscreenchange", () => {
  checkSize();
  if (!document.fullscreenElement && (phase === "crosses" || phase === "trial")) endStep("Ended. Nothing was changed.");
});
window.addEventListener("resize", () => {
  checkSize();
  // The crosses that were touched have other places now.
  if (phase === "crosses") touched = [];
  if (phase === "crosses" || phase === "trial") draw();
});

// The drawings have the theme's colours.
window.addEventListener("theme", () => {
  if (phase === "crosses" || phase === "trial") draw();
  drawAgain();
});

window.setInterval(() => {
  if (phase === "result" && performance.now() - last > REST * 1000) panels.end();
  if (phase !== "crosses" && phase !== "trial") return;
  const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  const text = phase === "trial" ? `${left} s` : left <= PATIENCE / 2 ? `Ends in ${left} s without a touch.` : "";
  stage.clock(text);
  if (left > 0) return;
  if (phase === "trial") notConfirmed();
  else endStep(`Ended: nobody touched the cross for ${PATIENCE} s. Nothing was changed.`);
}, 200);

// MARK: The result

async function solve() {
  phase = "solving";
  stage.showInstruction("…");
  const entry = panels.entry(panel) ?? {};
  const { name, vendor, product, idPath, phys, node } = entry;
  try {
    const text = await runTool("solve", {
      points: points().map((point) => ({ ...point, panel })), screen: size(), millimetres: null,
      panel: { id: panel, name, vendor, product, idPath, phys, node, millimetres: panels.millimetres(panel) }, configuration: panels.configuration,
    });
    answer = JSON.parse(text);
  } catch (error) {
    return endStep(`No calibration: ${/** @type {Error} */ (error).message}`);
  }
  showResult(answer, /** @type {any} */ (points()), size(), connection.hello?.capabilities?.includes("try"));
  if (answer.ok) showWhatToWrite(answer, entry, answer.hasConfigured);
  show(answer.ok ? "" : "Touch the crosses again.", "");
}

/** @param {string} text @param {string} kind */
function show(text, kind) {
  phase = "result";
  stage.close();
  at("setup").hidden = true;
  at("result").hidden = false;
  at("verdict").textContent = text;
  at("verdict").className = kind;
  (at("try").hidden ? at("again") : at("try")).focus();
}

// MARK: The trial

async function trial() {
  try {
    await connection.request("try", { calibration: { panel, matrix: answer.matrix }, seconds: trialSeconds + 5 });
  } catch (error) {
    return show(`touchd refuses to try it: ${/** @type {Error} */ (error).message}`, "error");
  }
  phase = "trial";
  end = performance.now() + trialSeconds * 1000;
  stage.open();
  stage.showInstruction("Touch the cross in the circle to keep the calibration.");
  draw();
}

async function confirmed() {
  at("try").hidden = true;
  show("Confirmed. Write the rule now: touchd keeps this calibration for ten minutes, then returns to the written one.", "good");
  await connection.request("try", { calibration: { panel, matrix: answer.matrix }, seconds: KEPT }).catch(() => {});
}

async function notConfirmed() {
  show("Nobody touched the circle in time. The calibration is as it was.", "warn");
  await connection.request("revert").catch(() => {});
}

at("start").addEventListener("click", start);
at("try").addEventListener("click", trial);
at("done").addEventListener("click", () => endStep(""));
at("again").addEventListener("click", () => (at("result").hidden = at("write").hidden = true, start()));
for (const name of ["rule", "yaml"]) {
  at("copy-" + name).addEventListener("click", async () => {
    getSelection()?.selectAllChildren(at(name));
    const isCopied = await navigator.clipboard?.writeText(at(name).textContent).then(() => true, () => false);
    at("copy-" + name).textContent = isCopied ? "Copied" : "Selected: press Ctrl-C";
  });
}
checkSize();
showState(connection, at("status"));
connection.start();
