import { chunksOf } from './chunks-of.mjs';

const REACT = /node_modules[\\/]react-dom[\\/]/;

/**
 * Has a page run the chunk of a module as soon as that chunk is there, before the rest of its scripts, which
 * import it too, are read. Fails where the chunk waits for React all the same: one import of a module that the
 * frame imports too had moved both into the frame's file once, and nobody saw it.
 * @param {string} module the end of the module's path
 * @param {string} page the file name of the page
 * @returns {import('vite').Plugin}
 */
export function startFirst(module, page) {
  return {
    name: 'muster:start-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, filename }) {
        if (bundle === undefined || !filename.endsWith(page)) return [];
        const chunk = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module)),
        );
        if (chunk?.type !== 'chunk') throw new Error(`The build has no module ${module}.`);
        const late = chunksOf(bundle, chunk.fileName).find(({ moduleIds }) =>
          moduleIds.some((id) => REACT.test(id)),
        );
        if (late !== undefined)
          throw new Error(`What runs first waits for ${late.fileName}: see vite.config.ts.`);
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
