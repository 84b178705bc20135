// Random configurations in people's style: block and flow style, comments between and after entries.

const KINDS = ["view", "button", "label", "control"];

export function randomText(pick) {
  let count = 0;
  const comment = (indent) => (pick(4) === 0 ? `${' '.repeat(indent)}# note ${(count += 1)}\n` : "");
  const behind = () => (pick(6) === 0 ? `   # behind ${(count += 1)}` : "");
  const id = () => (pick(8) === 0 ? `"r ${(count += 1)}"` : pick(9) === 0 ? `'it''s ${(count += 1)}'` : `r${(count += 1)}`);
  const numbers = () => `[${[0, 0, 0, 0].map(() => pick(400)).join(', ')}]`;

  const heard = () => `accessibility: ${["{ label: Pay }", "{}", "{ hint: 12, value: 1.50, elements: [r2, 12] }", "{label: 'it''s', hidden: true}"][pick(4)]}`;

  /** The same as a block, or in flow style over some lines, with comments. */
  function heardBlock(indent) {
    const pad = " ".repeat(indent);
    if (pick(3) === 0) return `${pad}accessibility: {${behind()}\n${comment(indent + 2)}${pad}  label: "Pay",\n${comment(indent + 2)}${pad}  hint: x\n${comment(indent + 2)}${pad}}${behind()}\n`;
    const lines = ["label: Pay", "hint: 12", "elements: [r2, 12]", `elements:\n${comment(indent + 4)}${pad}    - r2${behind()}\n${comment(indent + 4)}${pad}    - "12"`];
    return `${pad}accessibility:${behind()}\n${lines.slice(pick(2), 1 + pick(2)).concat(lines[2 + pick(2)]).map((line) => `${comment(indent + 2)}${pad}  ${line}${behind()}\n`).join("")}`;
  }

  function flow(depth) {
    const pairs = [`id: ${id()}`, `frame: ${numbers()}`];
    if (pick(2)) pairs.push(`kind: ${KINDS[pick(4)]}`);
    if (pick(4) === 0) pairs.push("hitTest: { kind: redirect, to: r1 }");
    if (pick(4) === 0) pairs.push(heard());
    if (depth > 0 && pick(4) === 0) pairs.push(`children: [${flow(depth - 1)}, ${flow(0)}]`);
    return pick(5) === 0 ? `{${pairs.join(',')}}` : `{ ${pairs.join(', ')} }`;
  }

  function block(indent, depth) {
    const pad = " ".repeat(indent);
    let text = `${pad}- id: ${id()}${behind()}\n`;
    const line = (words) => (text += `${comment(indent + 2)}${pad}  ${words}${behind()}\n`);
    if (pick(3) === 0) line(`kind: ${KINDS[pick(4)]}`);
    if (pick(6) === 0) text += `${pad}  frame:\n${[1, 2, 3, 4].map(() => `${pad}    - ${pick(300)}\n`).join('')}`;
    else line(`frame: ${numbers()}`);
    if (pick(4) === 0) line("multipleTouchEnabled: true");
    if (pick(5) === 0) text += `${pad}  shape:\n${comment(indent + 4)}${pad}    kind: ellipse\n`;
    if (pick(4) === 0) text += pick(3) === 0 ? `${pad}  ${heard()}${behind()}\n` : heardBlock(indent + 2);
    if (pick(5) === 0) text += `${pad}  gestures:\n${pad}    - { id: g${(count += 1)}, type: tap }\n`;
    if (pick(6) === 0) text += "\n";
    if (depth > 0 && pick(3) > 0) {
      line("children:");
      text += list(indent + (pick(4) ? 4 : 2), depth - 1, 1 + pick(3));
      if (pick(3) === 0) text += `${pad}    # of the parent ${(count += 1)}\n`;
    }
    return text;
  }

  function list(indent, depth, length) {
    let text = "";
    for (let at = 0; at < length; at += 1) {
      text += comment(indent);
      text += pick(3) === 0 ? `${' '.repeat(indent)}- ${flow(depth)}${behind()}\n` : block(indent, depth);
    }
    return text;
  }

  const head = `# head\n\nversion: 1\nscreens:\n  - id: main\n    size: [400, 800]   # points\n    windows:\n`;
  const text = `${head}${list(6, 3, 1 + pick(2))}# foot\nserver:\n  state: keep\n`;
  return pick(4) === 0 ? text.trimEnd() : pick(5) === 0 ? text.replaceAll("\n", "\r\n") : text;
}

/** Returns a random configuration as JSON, in one line or in many. */
export function randomJSON(pick) {
  let count = 0;
  const region = (depth) => ({
    id: `r${(count += 1)}`,
    frame: [pick(99), pick(99), pick(99), pick(99)],
    ...(pick(3) ? {} : { hidden: true }),
    ...(depth > 0 && pick(2) ? { children: Array.from({ length: 1 + pick(3) }, () => region(depth - 1)) } : {}),
  });
  const value = { version: 1, screens: [{ id: "main", size: [100, 100], windows: [region(3), region(2)] }] };
  return JSON.stringify(value, null, [0, 2, "\t"][pick(3)]) + (pick(2) ? "\n" : "");
}
