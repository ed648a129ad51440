import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { CONSOLE_HEADER } from '../../api/request';
import type { PlacedText } from '../passage/word-boxes';

GlobalWorkerOptions.workerSrc = worker;

const data = import.meta.env.PDF_DATA;
const CHUNK_BYTES = 256 * 1024;

/** A PDF that is read as far as its shown pages need, not as a whole. */
export interface OpenPdf {
  readonly document: Promise<PDFDocumentProxy>;
  close(): void;
}

export function openPdf(url: string): OpenPdf {
  const task = getDocument({
    url,
    httpHeaders: CONSOLE_HEADER,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    // Tables and fonts that PDFs name and do not contain, and decoders of scans: the build puts them there.
    cMapUrl: `${data}cmaps/`,
    standardFontDataUrl: `${data}standard_fonts/`,
    wasmUrl: `${data}wasm/`,
    // The policy of the page does not allow WebAssembly: the decoders have a variant without.
    useWasm: false,
    enableXfa: false,
  });
  return { document: task.promise, close: () => void task.destroy() };
}

/** Text of a page with its places at scale 1. */
export async function wordsOfPage(page: PDFPageProxy): Promise<PlacedText[]> {
  const { items } = await page.getTextContent();
  const { transform: view } = page.getViewport({ scale: 1 });
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , , , x = 0, y = 0] = item.transform as number[]; // a matrix of six numbers
    const { width, height } = item;
    const corners = [
      [x, y],
      [x + width, y + height],
    ].map(([across = 0, up = 0]) => shown(view as number[], across, up)); // likewise
    return wordsOf({ text: item.str, ...between(corners) });
  });
}

/** A run of text is a line, mostly: its words get their share of its width. */
function wordsOf({ text, x, width, ...rest }: PlacedText): PlacedText[] {
  const share = width / Math.max(text.length, 1);
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    ...rest,
    text: word,
    x: x + index * share,
    width: word.length * share,
  }));
}

function shown([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[], x: number, y: number) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

function between(corners: readonly { readonly x: number; readonly y: number }[]) {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
