"""Parts of the script of pages that follow elements: `settle()` waits until the page's regions in touchd are what it wants them to be, and `batched()` until
elements that have come into view or left it are regions or none. A page with `batched` has a list of its edits, `edits`."""

SYNCED = """
/** Waits for all that touchd sends until now. */
window.synced = () => new Promise((done) => {
  const id = client.sync();
  client.addEventListener('message', ({ detail: { fields } }) => { if (fields.type === 'synced' && fields.id === id) done(true); });
});
"""
BATCHED = SYNCED + """
const drawn = async (count) => { for (; count; count -= 1) await new Promise(requestAnimationFrame); };
window.batched = async () => {
  // After these frames the library has seen which elements have come and gone. It waits 500 ms until it makes regions of them.
  await drawn(3);
  await new Promise((done) => setTimeout(done, 600));
  for (let known = -1; known !== edits.length;) {
    known = edits.length;
    await drawn(3);
    await synced();
  }
};
"""
SETTLE = SYNCED + """
window.edits = 0;
const edit = client.edit.bind(client);
client.edit = (list, options) => { edits += list.length; return edit(list, options); };
/** Nothing is under way: for a while no edit follows another. */
window.settle = async () => {
  for (let quiet = 0, known = -1; quiet < 4; known = edits) {
    await synced();
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    quiet = edits === known ? quiet + 1 : 0;
  }
};
"""
