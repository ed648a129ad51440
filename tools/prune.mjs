// Removes files of packages that nothing here reads: other platforms, headers, maps, files of browsers,
// a canvas. Plain Node 20.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of a folder a system, and in it a folder a processor. */
const natives = 'node_modules/onnxruntime-node/bin/napi-v6';
const node = `node_modules/node-${process.platform}-${process.arch}`;

/** In the root of the project; files and folders. */
const unread = [
  `${node}/include`,
  `${node}/share`,
  'node_modules/typeorm/browser',
  'node_modules/@hyzyla/pdfium/dist/index.esm.base64.js',
  'node_modules/@hyzyla/pdfium/dist/index.esm.browser.js',
  'node_modules/@hyzyla/pdfium/dist/index.esm.cdn.js',
  'node_modules/@hyzyla/pdfium/dist/index.esm.worker.js',
  'node_modules/@hyzyla/pdfium/dist/worker.bundle.js',
];
/** PDFium draws pages, so the canvas of pdf.js is never loaded: see `libs/extraction/src/extract/pdf/pdfjs.ts`. */
const canvas = /^skia\..*\.node$/;
const unreadNames = /^(pdfium\.wasm\.base64-|officeparser\.browser\.)/;
const maps = /\.(js|cjs|mjs|css|ts|cts|mts|min)\.map$/;
const types = /\.d\.(ts|cts|mts)$/;
/** The build reads these to describe the interface. */
const describing = /^node_modules\/(typescript|@types)(\/|$)/;

function pruneNatives(folder) {
  const place = join(folder, natives);
  if (!existsSync(place)) return;
  for (const system of readdirSync(place))
    for (const processor of readdirSync(join(place, system)))
      if (system !== process.platform || processor !== process.arch)
        rmSync(join(place, system, processor), { recursive: true });
}

function pruneBelow(folder, path, isUnread) {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory()) pruneBelow(folder, name, isUnread);
    else if (isUnread(entry.name, name)) rmSync(join(folder, name));
  }
}

/**
 * @param folder where node_modules is
 * @param keepTypes whether declarations of types stay: the compiler reads them, programs do not
 */
export function prune(folder, { keepTypes }) {
  pruneNatives(folder);
  for (const path of unread) rmSync(join(folder, path), { recursive: true, force: true });
  const isType = (name, path) => !keepTypes && types.test(name) && !describing.test(path);
  const isUnread = (name) => [maps, unreadNames, canvas].some((unread) => unread.test(name));
  pruneBelow(folder, 'node_modules', (name, path) => isUnread(name) || isType(name, path));
}
