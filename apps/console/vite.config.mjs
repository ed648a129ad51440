import react from '@vitejs/plugin-react';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vite';
import { operationTable } from './operation-table.mjs';

const root = resolve(import.meta.dirname, '../..');
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(root, '.cache/vite'),
  plugins: [operationTable(), react()],
  resolve: { alias: { '@lectern/client': join(root, 'libs/client/src/index.ts') } },
  build: {
    outDir: join(root, 'dist/apps/console'),
    emptyOutDir: true,
    manifest: true,
    // A data: URL would be one more thing for the policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  server: { port: 5173, proxy: { '/api': server, '/console': server } },
});
