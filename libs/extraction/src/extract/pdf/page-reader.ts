import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { DocumentBuilder } from '../document-builder';
import { foreignReason } from '../extract-error';
import type { ReadContext } from '../reader';
import { annotationTexts, type Printed } from './annotations';
import { hasAttachedFile } from './attached-files';
import type { PageRows } from './page-rows';
import { rowsOfRuns } from './rows';
import { type Rules, rulesOf } from './ruled-lines';
import { mayHaveTables, rowsWithTables } from './ruled-tables';
import { type DrawnText, sheetsOf, turned } from './runs';
import { hasPicture, scanOf } from './scan';
import { DrawnLigatures, drawnGlyphs, mayBeTurned } from './ligatures';
import { mayDivideWords, SOFT_HYPHEN, withSoftHyphens } from './soft-hyphens';
import { drawnChars, looksSpaced, Respacing, withShortWords } from './spaced-text';
import { pdfJs } from './pdfjs';

/** The texts of a page, and its rules as turned by `place`. */
interface DrawnPage {
  readonly texts: readonly DrawnText[];
  readonly rules: (toPage: (x: number, y: number) => readonly [number, number]) => Rules;
}

const noRules: Rules = { horizontal: [], vertical: [] };

/** Limits of pages, of pictures among them, and of characters that are handed over at once. */
export const PORTION_PAGES = 32;
const PORTION_PICTURES = 4;
const PORTION_CHARS = 500_000;
/** Of one file; recognition takes seconds a page. */
const PICTURES_MAX = 1_000;
/** Pages without text that are looked at for pictures where nothing can read them. */
const BLANKS_LOOKED_AT = 25;
const PIECES_MAX = 20_000;
/** Pages without soft hyphens, before a document is assumed to have none. */
const HYPHENS_SEARCHED_MAX = 5;
const EXTRAS_MAX = 1_000;
/** Pages that are looked at again for the files attached to them. */
const ATTACHED_PAGES_MAX = 1_000;

/** Of the pages that were read. */
export interface PageCounts {
  readonly pages: number;
  /** Without text, the first of them from 1, and those of them that are pictures nobody read. */
  readonly blank: number;
  readonly firstBlank: number;
  readonly unread: number;
  readonly pictures: number;
  /** Numbers of pages to which files are attached. */
  readonly attached: readonly number[];
  /** Pages that were searched for soft hyphens, and those that have some. */
  readonly searched: number;
  readonly hyphenated: number;
}

const none: PageCounts = {
  pages: 0,
  blank: 0,
  firstBlank: 0,
  unread: 0,
  pictures: 0,
  attached: [],
  searched: 0,
  hyphenated: 0,
};

/** Reads pages of a PDF, and has those that are pictures recognised. */
export class PageReader {
  counts: PageCounts;

  constructor(
    private readonly pdf: PDFDocumentProxy,
    private readonly document: DocumentBuilder,
    private readonly context: Pick<ReadContext, 'recognize' | 'recognized' | 'alive'>,
    counts?: Partial<PageCounts>,
  ) {
    // Counts of an earlier version lack the newer ones.
    this.counts = { ...none, ...counts };
  }

  /** Pages that are handed over together, which depends only on the file. @param last page of all */
  async portion(from: number, last: number): Promise<PageRows[]> {
    const portion: PageRows[] = [];
    const { pictures } = this.counts;
    let chars = 0;
    for (let number = from; number <= last && portion.length < PORTION_PAGES; number += 1) {
      const page = await this.read(number);
      portion.push(page);
      this.context.alive();
      chars += pageChars(page);
      if (chars > PORTION_CHARS || this.counts.pictures - pictures >= PORTION_PICTURES) break;
    }
    return portion;
  }

  /** Pages of pictures only that nobody read: the uploader should know. */
  warnOfPictures(): void {
    const { pages, blank, firstBlank, unread } = this.counts;
    if (unread === 0) return;
    const which =
      blank === pages ? 'No page has text' : `${blank} of ${pages} pages, from page ${firstBlank} on, have no text`;
    this.document.warn(
      `${which}: they are pictures, such as scans; run a text recognition over the file and send it again`,
    );
  }

  private async read(number: number): Promise<PageRows> {
    this.counts = { ...this.counts, pages: this.counts.pages + 1 };
    try {
      const page = await this.pdf.getPage(number);
      const { items } = await page.getTextContent({ disableNormalization: true });
      const drawn = items.filter((item): item is DrawnText & typeof item => 'str' in item);
      this.document.lose(`Pieces of text beyond ${PIECES_MAX} of one page were left out`, drawn.length - PIECES_MAX);
      const { texts, rules } = await this.asDrawn(withShortWords(drawn.slice(0, PIECES_MAX)), page);
      const [main, ...others] = sheetsOf(texts);
      const quarter = main?.quarter ?? 0;
      const first =
        main &&
        rowsWithTables(
          main.runs,
          rules((x, y) => turned(quarter, x, y)),
        );
      const sheets = [...(first ? [first] : []), ...others.map(({ runs }) => rowsOfRuns(runs))];
      const extras = await this.extrasOf(page, number, { rows: first ?? [], quarter });
      const recognized = sheets.length === 0 ? await this.pictureText(page, number) : undefined;
      page.cleanup();
      const [, bottom = 0, , top = 0] = page.view;
      return { number, sheets, extras, recognized, bottom, height: top - bottom };
    } catch (error) {
      this.document.warn(`Page ${number} could not be read: ${foreignReason(error)}`);
      return { number, sheets: [], extras: [], bottom: 0, height: 0 };
    }
  }

  /**
   * pdf.js takes wide gaps between letters for spaces, turns letters of one glyph over, and leaves soft hyphens out:
   * where it may have, the drawing decides, as it does for the rules of tables.
   */
  private async asDrawn(texts: readonly DrawnText[], page: PDFPageProxy): Promise<DrawnPage> {
    const areSpaced = texts.some(({ str }) => looksSpaced(str));
    const areTurned = texts.some(({ str }) => mayBeTurned(str));
    const mayDivide = this.looksForHyphens && mayDivideWords(texts);
    if (!areSpaced && !areTurned && !mayDivide && !mayHaveTables(texts)) return { texts, rules: () => noRules };
    const { OPS } = await pdfJs();
    const operators = await page.getOperatorList();
    const glyphs = areTurned || mayDivide ? drawnGlyphs(operators, OPS) : [];
    if (mayDivide) this.countHyphens(glyphs);
    const respacing = areSpaced ? new Respacing(drawnChars(operators, OPS)) : undefined;
    const ligatures = areTurned ? new DrawnLigatures(glyphs) : undefined;
    const restored = withSoftHyphens(texts, glyphs).map((item) => {
      if (respacing && looksSpaced(item.str)) return { ...item, str: respacing.words(item.str) };
      return ligatures && mayBeTurned(item.str) ? { ...item, str: ligatures.restored(item.str) } : item;
    });
    return { texts: restored, rules: (toPage) => rulesOf(operators, OPS, toPage) };
  }

  /** Documents have soft hyphens on most pages or on none. */
  private get looksForHyphens(): boolean {
    const { hyphenated, searched } = this.counts;
    return hyphenated > 0 || searched < HYPHENS_SEARCHED_MAX;
  }

  private countHyphens(glyphs: readonly string[]): void {
    const { hyphenated, searched } = this.counts;
    const found = glyphs.includes(SOFT_HYPHEN) ? 1 : 0;
    this.counts = { ...this.counts, hyphenated: hyphenated + found, searched: searched + 1 };
  }

  /** Texts of forms and notes, which are not part of the page's text. */
  private async extrasOf(page: PDFPageProxy, number: number, printed: Printed): Promise<string[]> {
    const annotations: unknown[] = await page.getAnnotations({ intent: 'display' });
    this.document.lose(
      `Notes and forms beyond ${EXTRAS_MAX} on one page were left out`,
      annotations.length - EXTRAS_MAX,
    );
    const { attached } = this.counts;
    if (annotations.some(hasAttachedFile) && attached.length < ATTACHED_PAGES_MAX)
      this.counts = { ...this.counts, attached: [...attached, number] };
    return annotationTexts(annotations.slice(0, EXTRAS_MAX), printed);
  }

  private async pictureText(page: PDFPageProxy, number: number): Promise<string | undefined> {
    const { blank, firstBlank, pictures } = this.counts;
    this.counts = { ...this.counts, blank: blank + 1, firstBlank: firstBlank || number };
    const { recognize } = this.context;
    const png = recognize && pictures < PICTURES_MAX ? await scanOf(page).catch(() => undefined) : undefined;
    if (!recognize || !png) {
      await this.countUnread(page);
      return undefined;
    }
    this.counts = { ...this.counts, pictures: pictures + 1 };
    const recognized = await recognize(png);
    if ('text' in recognized) {
      const [structure] = recognized.pages ?? [];
      if (structure) this.context.recognized?.(number - 1, structure);
      return recognized.text;
    }
    this.document.warn(`Page ${number} is a picture that cannot be read: ${recognized.reason}`);
    return undefined;
  }

  private async countUnread(page: PDFPageProxy): Promise<void> {
    const { blank, unread, pictures } = this.counts;
    if (pictures >= PICTURES_MAX)
      this.document.lose(`Pages that are pictures beyond the first ${PICTURES_MAX} were not read`);
    else if (blank <= BLANKS_LOOKED_AT && (await hasPicture(page).catch(() => true)))
      this.counts = { ...this.counts, unread: unread + 1 };
  }
}

function pageChars({ sheets, recognized = '' }: PageRows): number {
  let chars = recognized.length;
  for (const rows of sheets) for (const { segments } of rows) for (const { text } of segments) chars += text.length;
  return chars;
}
