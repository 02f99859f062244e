import { firstFiles } from './first-files.mjs';

/**
 * A browser compiles all functions of a file that begins with this, and keeps them with the file's compiled code. Of others
 * it keeps those that ran while the file was read, and compiles the rest when they are called first.
 */
const WHOLE = '//# allFunctionsCalledOnLoad\n';

const MODULES = '<link rel="modulepreload"';
const SCRIPTS = '<link rel="preload" as="script"';

/**
 * Has a browser keep what the first rows need as compiled code, and use it. Chromium parses each module of a page again as it
 * comes, although it has its compiled code, unless the file was asked for as a script before.
 * @param {string} entry the name of the page's entry
 * @param {string} page the file name of the page
 * @returns {import('vite').Plugin}
 */
export function compiledCode(entry, page) {
  let mapped = false;
  return {
    name: 'muster:compiled-code',
    apply: 'build',
    enforce: 'post',
    configResolved({ build }) {
      mapped = build.sourcemap !== false;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename }) {
        if (!filename.endsWith(page)) return html;
        if (!html.includes(MODULES)) throw new Error(`${page} asks for no modules ahead.`);
        return html.replaceAll(MODULES, SCRIPTS);
      },
    },
    generateBundle: {
      // Vite writes before the code, where a browser looks for no such word.
      order: 'post',
      handler(_options, bundle) {
        // A line more would be one too many for its source map.
        if (mapped) return;
        const { page: ofPage, worker } = firstFiles(bundle, entry);
        for (const part of [...ofPage, ...worker]) {
          if (part.type === 'chunk') part.code = WHOLE + part.code;
          else part.source = WHOLE + part.source.toString();
        }
      },
    },
  };
}
