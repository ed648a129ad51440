import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type * as PdfJs from 'pdfjs-dist';

const builds = 'pdfjs-dist/legacy/build';
const CANVAS = '@napi-rs/canvas';

let loading: Promise<typeof PdfJs> | undefined;

/** pdf.js as it reads text: the short builds, which take half the time to compile, and without a canvas. */
export function pdfJs(): Promise<typeof PdfJs> {
  return (loading ??= load());
}

async function load(): Promise<typeof PdfJs> {
  const real = createRequire(__filename);
  withoutCanvas(real);
  const main: unknown = await import(pathToFileURL(real.resolve(`${builds}/pdf.min.mjs`)).href);
  const pdfjs = main as typeof PdfJs; // the same build, which has no types of its own
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(real.resolve(`${builds}/pdf.worker.min.mjs`)).href;
  return pdfjs;
}

/** Without one pdf.js warns that it cannot draw. Nothing draws. */
class Path2D {}

/**
 * pdf.js would look for a native canvas to draw on. That takes more time than a page, and fails where native code must
 * not be loaded; pages are drawn by PDFium.
 */
function withoutCanvas(real: NodeJS.Require): void {
  try {
    const ofPdfJs = createRequire(real.resolve('pdfjs-dist/package.json'));
    const path = ofPdfJs.resolve(CANVAS);
    // Letters that are pictures are turned into paths with matrices, which need no native code.
    const { DOMMatrix }: { readonly DOMMatrix: unknown } = ofPdfJs(`${CANVAS}/geometry.js`);
    const exports = { DOMMatrix, Path2D };
    const absent: Partial<NodeJS.Module> = { id: path, filename: path, loaded: true, exports };
    // All that is asked of a loaded module.
    real.cache[path] ??= absent as NodeJS.Module;
  } catch {
    // It is not installed.
  }
}
