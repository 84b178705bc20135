"""A part of the script of pages that follow elements: `settle()` waits until the page's regions in touchd are what it wants them to be."""

SETTLE = """
window.edits = 0;
const edit = client.edit.bind(client);
client.edit = (list, options) => { edits += list.length; return edit(list, options); };
/** Waits for all that touchd sends until now. */
window.synced = () => new Promise((done) => {
  const id = client.sync();
  client.addEventListener('message', ({ detail: { fields } }) => { if (fields.type === 'synced' && fields.id === id) done(true); });
});
/** Nothing is under way: for a while no edit follows another. */
window.settle = async () => {
  for (let quiet = 0, known = -1; quiet < 4; known = edits) {
    await synced();
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    quiet = edits === known ? quiet + 1 : 0;
  }
};
"""
