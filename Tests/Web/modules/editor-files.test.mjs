// The file that `touchctl edit` edits (pages/editor/files.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditedFile } from "../../../pages/editor/files.js";

globalThis.location = { hash: "" };
globalThis.sessionStorage = { getItem: () => null };

/** Answers as the bridge does, when the test says so. */
function bridge() {
  const waiting = [];
  globalThis.fetch = (_, { headers }) => new Promise((done) => waiting.push({ headers, answer: (status, tag) => done(new Response(status === 412 ? "" : "{}", { status, headers: { ETag: tag } })) }));
  return waiting;
}

test("a write is made for the state that the page has read, and brings the next one", async () => {
  const [waiting, file] = [bridge(), new EditedFile()];
  for (const [has, next] of [["a", "b"], ["b", "c"]]) {
    file.tag = has;
    const write = file.write("text");
    const { headers, answer } = waiting.pop();
    assert.equal(headers["If-Match"], has);
    answer(200, next);
    await write;
    assert.equal(file.tag, next);
  }
  const write = file.write("text");
  waiting.pop().answer(412, "d");
  await assert.rejects(write, /Another program has changed the file/);
  assert.equal(file.tag, "c");
});

test("the answer to a write is not taken for the state of a file that was opened meanwhile", async () => {
  const [waiting, file] = [bridge(), new EditedFile()];
  file.tag = "a";
  const write = file.write("text");
  file.tag = null;
  waiting.pop().answer(200, "b");
  await write;
  assert.equal(file.isThere, false);
});
