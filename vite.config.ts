import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { portalFiles } from './scripts/vite/portal-files.mjs';
import { scriptSize } from './scripts/vite/script-size.mjs';

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
  plugins: [react(), authPages, portalFiles(['/before.js', '/favicon.svg']), scriptSize('portal')],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/portal'),
    emptyOutDir: true,
    // The content security policy allows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        portal: resolve(root, 'index.html'),
        auth: resolve(root, 'auth.html'),
        'service-worker': resolve(import.meta.dirname, 'src/worker/page/service-worker.ts'),
      },
      output: {
        // A service worker is known by its address: this one never changes.
        entryFileNames: (chunk) =>
          chunk.name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  worker: { format: 'es' },
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
