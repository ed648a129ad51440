import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { viteStaticCopy } from 'vite-plugin-static-copy';
import { operationTable } from './operation-table.mjs';

const root = resolve(import.meta.dirname, '../..');
const server = 'http://127.0.0.1:8080';
const pdfjs = join(root, 'node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'));
const locked = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

// Browsers keep assets for good: an asset without a hash in its name has another part that changes with its content.
const pdfData = `assets/pdfjs-${version}`;
const examples = join(root, 'examples');
const samples = readdirSync(examples).filter((name) => name !== 'README.md' && name !== 'questions.json');
const ofSamples = createHash('sha256');
for (const name of samples) ofSamples.update(name).update(readFileSync(join(examples, name)));
const sampleFolder = `assets/samples-${ofSamples.digest('hex').slice(0, 8)}`;
const licences = `assets/licences-${locked.slice(0, 8)}.txt`;

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(root, '.cache/vite'),
  plugins: [
    operationTable(),
    react(),
    viteStaticCopy({
      targets: [
        ...samples.map((name) => ({ src: join(examples, name), dest: sampleFolder, rename: { stripBase: true } })),
        ...['cmaps/*', 'standard_fonts/*', 'wasm/*_nowasm_fallback.js', 'wasm/LICENSE*'].map((files) => ({
          src: join(pdfjs, files),
          dest: `${pdfData}/${files.split('/')[0]}`,
          rename: { stripBase: true },
        })),
      ],
    }),
  ],
  define: {
    'import.meta.env.PDF_DATA': JSON.stringify(`/${pdfData}/`),
    'import.meta.env.SAMPLES': JSON.stringify(`/${sampleFolder}/`),
    'import.meta.env.LICENCES': JSON.stringify(`/${licences}`),
  },
  resolve: {
    alias: {
      '@lectern/client': join(root, 'libs/client/src/index.ts'),
      '@lectern/evaluation': join(root, 'libs/evaluation/src/index.ts'),
    },
  },
  build: {
    outDir: join(root, 'dist/apps/console'),
    emptyOutDir: true,
    license: { fileName: licences },
    // A data: URL would be one more thing for the policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A file for what every page needs, one for what several rooms share, and one for each room: browsers fetch few
    // files faster than many small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'icons', test: /octicons-react/, priority: 2 },
            {
              name: 'shared',
              minShareCount: 3,
              test: (id) => !/[\\/](?:pdfjs-dist|parts[\\/]pdf)[\\/]/.test(id),
              priority: 1,
            },
          ],
        },
      },
    },
    target: 'es2023',
  },
  server: { port: 5173, proxy: { '/api': server, '/console': server } },
});
