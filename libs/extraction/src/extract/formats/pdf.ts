import { dirname, join } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AttachedFiles } from '../pdf/attached-files';
import { nestsForms } from '../pdf/pdf-forms';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, unreadable } from '../extract-error';
import { Layout, type LayoutState } from '../pdf/layout';
import { type PageCounts, PageReader } from '../pdf/page-reader';
import type { FormatReader } from '../reader';
import { pdfJs } from '../pdf/pdfjs';

export const PAGES_MAX = 5_000;

/** Where the reading of a PDF can be continued. */
interface PdfPosition {
  /** From 1. */
  readonly nextPage: number;
  readonly layout: LayoutState;
  readonly counts: PageCounts;
}

/**
 * Text page by page, handed over some pages at a time; forms and notes after the page they are on; attached files after
 * the document.
 */
export const readPdf: FormatReader = async (source, document, context) => {
  const pdf = await open(source.bytes, source.password);
  try {
    await describePdf(pdf, document);
    // Handed over by this reader.
    const position = context.resume as PdfPosition | undefined;
    const layout = new Layout(document, position?.layout);
    const pages = new PageReader(pdf, document, context, position?.counts);
    const last = Math.min(pdf.numPages, PAGES_MAX);
    for (let next = position?.nextPage ?? 1; next <= last && !document.full;) {
      const portion = await pages.portion(next, last);
      layout.write(portion);
      next += portion.length;
      const reached: PdfPosition = { nextPage: next, layout: layout.state, counts: pages.counts };
      await context.handOver(reached);
    }
    layout.end();
    document.lose(`Pages beyond the first ${PAGES_MAX} were left out`, pdf.numPages - PAGES_MAX);
    pages.warnOfPictures();
    if (nestsForms(source.bytes))
      document.warn(
        'The pages are not drawn: a form of the PDF contains itself, or forms contain each other too often',
      );
    await new AttachedFiles(pdf, document, context).readAll(pages.counts.attached);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function open(bytes: Uint8Array, password: string | undefined): Promise<PDFDocumentProxy> {
  const { getDocument } = await pdfJs();
  const folder = dirname(require.resolve('pdfjs-dist/package.json'));
  try {
    return await getDocument({
      // A copy: pdf.js takes what it is given for itself.
      data: new Uint8Array(bytes),
      password,
      cMapUrl: `${join(folder, 'cmaps')}/`,
      cMapPacked: true,
      standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
      wasmUrl: `${join(folder, 'wasm')}/`,
      useSystemFonts: false,
      disableFontFace: true,
      isOffscreenCanvasSupported: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    throw openError(error, password);
  }
}

function openError(error: unknown, password: string | undefined): ExtractError {
  if (error instanceof Error && error.name === 'PasswordException') {
    const text = password
      ? 'The PDF is encrypted and the password that was given does not open it'
      : 'The PDF is encrypted and no password was given: send it again with its password';
    return new ExtractError(text, 'ERROR', { cause: error });
  }
  return unreadable('PDF', error);
}

async function describePdf(pdf: PDFDocumentProxy, document: DocumentBuilder): Promise<void> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const value = (name: string) => {
    const found: unknown = Reflect.get(info, name);
    return typeof found === 'string' && !/^\(?(untitled|anonymous|unspecified|unknown)\)?$/i.test(found)
      ? found
      : undefined;
  };
  if (Reflect.get(info, 'IsXFAPresent') === true && Reflect.get(info, 'IsAcroFormPresent') !== true)
    document.warn('The form of the PDF (XFA) is made by the program that shows it and was not read: print it to a PDF');
  document.describe({
    title: value('Title')?.replace(/^Microsoft (Word|PowerPoint|Excel) - /, ''),
    description: value('Subject'),
    language: value('Language'),
  });
}
