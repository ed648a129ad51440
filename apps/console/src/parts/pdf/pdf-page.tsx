import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Box, boxesOf, type PlacedText } from '../passage/word-boxes';
import { wordsOfPage } from './pdf';
import './pdf.css';

/** A passage that is marked on a page. */
export interface Mark {
  readonly text: string;
  /** Words with their places as processing knows them. */
  readonly words?: readonly PlacedText[];
  /** Width of the page in the units of `words`. */
  readonly pageWidth?: number;
}

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  /** From 1. */
  readonly number: number;
  /** Pixels of the page on the screen. */
  readonly width: number;
  /** Height per width, until the page says it itself. */
  readonly ratio: number;
  readonly mark?: Mark;
  /** Says how high the page is per width, once that is known. */
  readonly onRatio?: (ratio: number) => void;
}

const PIXEL_RATIO_MAX = 2;

/** Draws a page; it stops when the page leaves the screen. */
export function PdfPage({ document, number, width, ratio, mark, onRatio }: PdfPageProps) {
  const { t } = useTranslation('pdf');
  const canvas = useRef<HTMLCanvasElement>(null);
  const page = usePage(document, number);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (!page || !element) return undefined;
    const { width: wide, height: high } = page.getViewport({ scale: 1 });
    onRatio?.(high / wide);
    const density = Math.min(window.devicePixelRatio, PIXEL_RATIO_MAX);
    const viewport = page.getViewport({ scale: (width / wide) * density });
    element.width = Math.floor(viewport.width);
    element.height = Math.floor(viewport.height);
    const task = page.render({ canvas: element, viewport });
    task.promise.then(
      () => setIsBroken(false),
      (error: unknown) => setIsBroken(!(error instanceof Error && error.name === 'RenderingCancelledException')),
    );
    return () => task.cancel();
  }, [page, width, onRatio]);
  const size = page?.getViewport({ scale: 1 });
  return (
    <div className="pdf-page" style={{ aspectRatio: size ? `${size.width} / ${size.height}` : `1 / ${ratio}` }}>
      <canvas ref={canvas} role="img" aria-label={t('page', { number })} className="pdf-canvas" />
      {isBroken && <p role="alert">{t('broken')}</p>}
      {page && mark && <Marks page={page} mark={mark} />}
    </div>
  );
}

function usePage(document: PDFDocumentProxy, number: number): PDFPageProxy | undefined {
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    let isWanted = true;
    document.getPage(number).then(
      (read) => {
        if (isWanted) setPage(read);
      },
      // The document has been closed, or the page is damaged: it stays empty.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [document, number]);
  return page;
}

/** Rectangles in shares of the page, so that they fit it at any size. */
function Marks({ page, mark }: { readonly page: PDFPageProxy; readonly mark: Mark }) {
  const { width: wide, height: high } = page.getViewport({ scale: 1 });
  const share = (value: number, whole: number) => `${(value / whole) * 100}%`;
  return useBoxes(page, mark).map(({ x, y, width, height }) => (
    <div
      key={`${x}/${y}`}
      className="pdf-mark"
      data-testid="passage-mark"
      style={{ left: share(x, wide), top: share(y, high), width: share(width, wide), height: share(height, high) }}
    />
  ));
}

/** Places in the units of the page: by the words that processing knows, else by those of the PDF. */
function useBoxes(page: PDFPageProxy, { text, words = NONE, pageWidth }: Mark): readonly Box[] {
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  useEffect(() => {
    let isWanted = true;
    const { width } = page.getViewport({ scale: 1 });
    const known = boxesOf(words, text).map((box) => scaled(box, width / (pageWidth ?? width)));
    const found = known.length > 0 ? Promise.resolve(known) : wordsOfPage(page).then((read) => boxesOf(read, text));
    found.then(
      (read) => isWanted && setBoxes(read),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [page, words, text, pageWidth]);
  return boxes;
}

const NONE: readonly PlacedText[] = [];

function scaled({ x, y, width, height }: Box, factor: number): Box {
  return { x: x * factor, y: y * factor, width: width * factor, height: height * factor };
}
