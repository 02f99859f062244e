/** JSON as Rust's servers write it: SteamIDs may stand there as numbers, past what a JavaScript number can hold. */

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/gs;
const TOO_LONG = /^\d{16,}$/;

/** The value of a text, whole numbers of 16 digits and more as strings; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(TOKEN, (token) => (TOO_LONG.test(token) ? `"${token}"` : token)),
    );
  } catch (error) {
    // Text that is no JSON is an answer like any other; only what it was is lost with the error.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
