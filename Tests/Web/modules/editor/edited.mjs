// Prints the results of random edits of random texts as JSON lines: {"text", "values"}. node edited.mjs SEEDS
import { randomEdit } from "./edits.mjs";
import { model, random } from "./library.mjs";
import { randomJSON, randomText } from "./texts.mjs";

for (let seed = 1; seed <= Number(process.argv[2]); seed += 1) {
  const pick = random(seed);
  let text = (seed % 4 === 0 ? randomJSON : randomText)(pick);
  let values = model(text);
  for (let step = 0; step < 8; step += 1) {
    const edit = randomEdit(pick, text, values);
    if (edit) [text, values] = [edit.text, edit.expected];
  }
  console.log(JSON.stringify({ text, values }));
}
