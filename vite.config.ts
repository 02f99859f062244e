import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { compiledCode } from './scripts/vite/compiled-code.mjs';
import { noJsonSchema } from './scripts/vite/no-json-schema.mjs';
import { portalFiles } from './scripts/vite/portal-files.mjs';
import { scriptSize } from './scripts/vite/script-size.mjs';
import { startFirst } from './scripts/vite/start-first.mjs';

const root = resolve(import.meta.dirname, 'src/ui');
const host = process.env['MUSTER_DEV_HOST'] ?? 'http://127.0.0.1:7070';

/** In development, as the host does it: the sign-in site answers `/auth` and everything below. */
const authPages: Plugin = {
  name: 'muster:auth-pages',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const page = /^\/auth(\/(?!.*\.)[^?]*)?(\?|$)/.test(request.url ?? '');
      if (page) request.url = '/auth.html';
      next();
    });
  },
};

export default defineConfig({
  root,
  resolve: {
    // rxjs and Dexie are built for browsers of ten years ago where nothing else is said.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
  },
  plugins: [
    react(),
    authPages,
    noJsonSchema(),
    startFirst('/ui/app/start.ts', 'index.html'),
    compiledCode('portal', 'index.html'),
    portalFiles('portal', ['/before.js', '/favicon.svg']),
    scriptSize('portal'),
  ],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/portal'),
    emptyOutDir: true,
    // The content security policy allows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Which files each later page needs is 4 kB of the first one's script, and its service worker has them all.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rollupOptions: {
      input: {
        start: resolve(root, 'app/start.ts'),
        portal: resolve(root, 'index.html'),
        auth: resolve(root, 'auth.html'),
        'service-worker': resolve(import.meta.dirname, 'src/worker/service-worker.ts'),
      },
      output: {
        // A service worker is known by its address: this one never changes.
        entryFileNames: (chunk) =>
          chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        // Few files: each is a way to the service worker and back before the first row shows.
        codeSplitting: {
          groups: [
            // What `start.ts` needs, and not itself: the sign-in site shares some of it, and starts no worker.
            {
              name: 'early',
              test: /src[\\/](domain[\\/]routes[\\/]find|protocol[\\/](marks|resources[\\/]resource)|ui[\\/](data[\\/](connect|rows-query|trusted-types)|parts[\\/]addresses[\\/]servers|servers[\\/]list[\\/]servers-query|shell[\\/]frame[\\/]widget-query|text[\\/]locale))\.ts$/,
              priority: 3,
            },
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next)[\\/]|react-i18next.*[\\/](use|init|utils|unescape)\w*\.js$/,
              priority: 2,
            },
            // Texts with elements in them are not on the first page.
            { name: 'trans', test: /react-i18next.*Trans|html-parse-stringify/, priority: 1 },
            { name: 'app', test: /src[\\/]ui[\\/](app[\\/]app\.tsx|text[\\/]en[\\/]frame\.ts)$/ },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [noJsonSchema()],
    rollupOptions: {
      output: {
        // With all that it imports at once: other files need some of that too, and would have it in one of its own.
        codeSplitting: { groups: [{ name: 'serve', test: /src[\\/]worker[\\/]serve\.ts$/ }] },
      },
    },
  },
  server: {
    strictPort: true,
    proxy: {
      '/app/v1': host,
      '/connect': { target: host, ws: true },
      '/openapi.json': host,
      '/docs': host,
    },
  },
});
