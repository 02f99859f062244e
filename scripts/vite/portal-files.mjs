import { createHash } from 'node:crypto';
import { firstFiles } from './first-files.mjs';

/**
 * Tells the service worker which files the portal is made of, and which of them its first page asks for. Fonts of the
 * older format are left to browsers that ask for them.
 * @param {string} entry the name of the page's entry
 * @param {readonly string[]} publicFiles files that are copied as they are
 * @returns {import('vite').Plugin}
 */
export function portalFiles(entry, publicFiles) {
  return {
    name: 'muster:portal-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const serviceWorker = bundle['service-worker.js'];
      if (serviceWorker?.type !== 'chunk') throw new Error('The build has no service worker.');
      const built = Object.keys(bundle).filter(
        (name) => name.startsWith('assets/') && !name.endsWith('.woff'),
      );
      const { page, worker } = firstFiles(bundle, entry);
      const styles = page.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
      const scripts = [...page, ...worker].map(({ fileName }) => fileName);
      const served = (/** @type {readonly string[]} */ names) =>
        [...names.map((name) => `/${name}`), ...publicFiles].sort();
      const files = served(built);
      const hash = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
      const portal = { hash, files, first: served([...scripts, ...styles]) };
      serviceWorker.code = serviceWorker.code.replaceAll('__PORTAL__', JSON.stringify(portal));
    },
  };
}
