import { createHash } from 'node:crypto';

/**
 * Tells the service worker which files the portal is made of. Fonts of the older format are left to
 * browsers that ask for them.
 * @param {readonly string[]} publicFiles files that are copied as they are
 * @returns {import('vite').Plugin}
 */
export function portalFiles(publicFiles) {
  return {
    name: 'muster:portal-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker.');
      const built = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && !name.endsWith('.woff'))
        .map((name) => `/${name}`);
      const files = [...built, ...publicFiles].sort();
      const hash = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
      worker.code = worker.code.replaceAll('__PORTAL__', JSON.stringify({ hash, files }));
    },
  };
}
