// @ts-check
// A picture of a page or window that people choose in the browser's own form.

/** Whether the browser can do it: only in a page of this machine, or over TLS. */
export const canCapture = () => typeof navigator.mediaDevices?.getDisplayMedia === "function";

/**
 * Captures one frame of the tab, window or display that people choose, as a PNG. Returns null if they choose none. Fails with a message for people.
 * @returns {Promise<Blob|null>}
 */
export async function capture() {
  let stream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({ video: { width: { ideal: 7680 }, height: { ideal: 7680 } }, audio: false });
  } catch (error) {
    if (error.name === "NotAllowedError" || error.name === "AbortError") return null;
    throw new Error(`The browser takes no picture: ${error.message}`);
  }
  try {
    const video = document.createElement("video");
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("The browser gave no picture.");
    return blob;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
