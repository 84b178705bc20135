// @ts-check
// Downloads made by a page.

/** Saves a text as a file, by a download. @param {Iterable<string>} parts @param {string} name @param {string} type the media type */
export function download(parts, name, type) {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
