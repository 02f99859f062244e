import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, 'src/ui');
const host = process.env['MUSTER_DEV_HOST'] ?? 'http://127.0.0.1:7070';

export default defineConfig({
  root,
  plugins: [react()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/portal'),
    emptyOutDir: true,
    // The service worker keeps the files that the manifest names.
    manifest: true,
    // The content security policy allows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { portal: resolve(root, 'index.html'), auth: resolve(root, 'auth.html') },
    },
  },
  worker: { format: 'es' },
  server: {
    strictPort: true,
    proxy: {
      '/app/v1': host,
      '/connect': { target: host, ws: true },
      '/openapi.json': host,
    },
  },
});
