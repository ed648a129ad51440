import { dirname, join } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError, reasonOf } from '../extract-error';
import { type PageRows, writePages } from '../pdf/layout';
import { rowsOf } from '../pdf/rows';
import { hasPicture, scanOf } from '../pdf/scan';
import { type DrawnText, sheetsOf } from '../pdf/runs';
import type { ExtractLimits } from '../limits';
import type { FormatReader, ReadContext } from '../reader';

const PAGES_MAX = 5_000;
/** Pages without text that are looked at for pictures. */
const SCANS_LOOKED_AT = 25;
const EXTRAS_MAX = 1_000;

interface ScanContext {
  readonly document: DocumentBuilder;
  readonly limits: ExtractLimits;
}

/** Text page by page; forms and notes after the page they are on; attached files after the document. */
export const readPdf: FormatReader = async (source, document, context) => {
  const pdf = await open(source.bytes, source.password);
  try {
    await describe(pdf, document);
    const pages: PageRows[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX); number += 1) {
      pages.push(await readPage(pdf, number, document));
    }
    if (pdf.numPages > PAGES_MAX) document.warn(`Only the first ${PAGES_MAX} of ${pdf.numPages} pages were read`);
    await readScans(pdf, pages, { document, limits: context.limits });
    writePages(pages, document);
    await readAttachments(pdf, context);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function open(bytes: Uint8Array, password: string | undefined): Promise<PDFDocumentProxy> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
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
  return new ExtractError(`The PDF is damaged and cannot be opened (${reasonOf(error)}): save it anew`, 'ERROR', {
    cause: error,
  });
}

async function describe(pdf: PDFDocumentProxy, document: DocumentBuilder): Promise<void> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const value = (name: string) => {
    const found: unknown = Reflect.get(info, name);
    return typeof found === 'string' && !/^\(?(untitled|anonymous|unspecified|unknown)\)?$/i.test(found)
      ? found
      : undefined;
  };
  document.describe({
    title: value('Title')?.replace(/^Microsoft (Word|PowerPoint|Excel) - /, ''),
    author: value('Author'),
    description: value('Subject'),
    keywords: value('Keywords'),
    language: value('Language'),
    created: isoDate(value('CreationDate')),
    modified: isoDate(value('ModDate')),
  });
}

/** `D:20240131120000+01'00'` → ISO 8601. */
function isoDate(date: string | undefined): string | undefined {
  const found = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?/.exec(date ?? '');
  if (!found) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] = found;
  const offset = zone.startsWith('Z') ? 'Z' : `${zone.slice(0, 3)}:${zone.replace(/'/g, '').slice(3, 5)}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

async function readPage(pdf: PDFDocumentProxy, number: number, document: DocumentBuilder): Promise<PageRows> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const drawn = items.filter((item): item is DrawnText & typeof item => 'str' in item);
    const extras = await extrasOf(page);
    page.cleanup();
    const [, bottom = 0, , top = 0] = page.view;
    return { sheets: sheetsOf(drawn).map(({ runs }) => rowsOf(runs)), extras, bottom, height: top - bottom };
  } catch (error) {
    document.warn(`Page ${number} could not be read: ${reasonOf(error)}`);
    return { sheets: [], extras: [], bottom: 0, height: 0 };
  }
}

/** What is written into forms and notes: it is not part of the page's text. */
async function extrasOf(page: PDFPageProxy): Promise<string[]> {
  const annotations: unknown[] = await page.getAnnotations({ intent: 'display' });
  const texts: string[] = [];
  for (const annotation of annotations.slice(0, EXTRAS_MAX)) {
    if (typeof annotation !== 'object' || annotation === null) continue;
    const subtype: unknown = Reflect.get(annotation, 'subtype');
    const text = subtype === 'Widget' ? formValue(annotation) : noteText(annotation, subtype);
    if (text && text.trim() !== '') texts.push(text);
  }
  return texts;
}

function formValue(annotation: object): string | undefined {
  const value: unknown = Reflect.get(annotation, 'fieldValue');
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (typeof text !== 'string' || text.trim() === '' || text === 'Off') return undefined;
  const name: unknown = Reflect.get(annotation, 'alternativeText') || Reflect.get(annotation, 'fieldName');
  return typeof name === 'string' && name !== '' ? `${name}: ${text}` : text;
}

function noteText(annotation: object, subtype: unknown): string | undefined {
  if (subtype === 'Link' || subtype === 'Popup') return undefined;
  const contents: unknown = Reflect.get(annotation, 'contentsObj');
  const text: unknown = typeof contents === 'object' && contents !== null ? Reflect.get(contents, 'str') : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Pages of pictures only: they are given to a recogniser, or whoever uploaded them should know. */
async function readScans(
  pdf: PDFDocumentProxy,
  pages: readonly PageRows[],
  { document, limits }: ScanContext,
): Promise<void> {
  const blank = pages.flatMap(({ sheets }, at) => (sheets.length === 0 ? [at] : []));
  const scans: number[] = [];
  for (const at of blank.slice(0, limits.picturesMax || SCANS_LOOKED_AT)) {
    const page = await pdf.getPage(at + 1);
    const png = limits.picturesMax > 0 ? await scanOf(page).catch(() => undefined) : undefined;
    if (png && document.picture({ page: document.pagesStarted + at, bytes: png })) scans.push(at);
    else if (await hasPicture(page).catch(() => true)) scans.push(at);
    page.cleanup();
  }
  if (scans.length === 0 || (limits.picturesMax > 0 && document.hasPictures)) return;
  const all = blank.length === pages.length;
  const which = all
    ? 'No page has text'
    : `${blank.length} of ${pages.length} pages, from page ${(blank[0] ?? 0) + 1} on, have no text`;
  document.warn(`${which}: they are pictures, such as scans; run a text recognition over the file and send it again`);
}

async function readAttachments(pdf: PDFDocumentProxy, { nested }: ReadContext): Promise<void> {
  const attachments: unknown = await pdf.getAttachments().catch(() => undefined);
  if (typeof attachments !== 'object' || attachments === null) return;
  for (const attachment of Object.values(attachments)) {
    const bytes: unknown = Reflect.get(attachment, 'content');
    const filename: unknown = Reflect.get(attachment, 'filename');
    if (bytes instanceof Uint8Array)
      await nested({ bytes, filename: typeof filename === 'string' ? filename : undefined });
  }
}
