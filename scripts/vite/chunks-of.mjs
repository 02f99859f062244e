/**
 * A chunk and all that it imports at once.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {string} fileName
 * @returns {readonly import('vite').Rolldown.OutputChunk[]}
 */
export function chunksOf(bundle, fileName) {
  /** @type {Map<string, import('vite').Rolldown.OutputChunk>} */
  const found = new Map();
  const add = (/** @type {string} */ name) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.set(name, chunk);
    chunk.imports.forEach(add);
  };
  add(fileName);
  return [...found.values()];
}
