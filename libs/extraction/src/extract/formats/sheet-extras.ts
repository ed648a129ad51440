import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import type { ReadContext } from '../reader';
import { Charts } from './charts';
import { readEmbeddings } from './office-embeddings';
import { OfficePictures } from './office-pictures';
import { partRelations, writeLinks, xmlOf } from './office-relations';
import { shapeTexts } from './office-shapes';

const HEADERS_CHARS_MAX = 64 * 1024;

/** Content of an Office Open XML spreadsheet besides cells: charts, text boxes, headers, footers, pictures, files. */
export class SheetExtras {
  private readonly charts: Charts;
  private readonly pictures: OfficePictures;
  /** Drawings that were written, or are not to be. */
  private readonly drawings = new Set<string>();
  private readonly leftOut: string[] = [];

  constructor(
    private readonly archive: Archive,
    private readonly document: DocumentBuilder,
    private readonly context: ReadContext,
  ) {
    this.charts = new Charts(archive, document);
    this.pictures = new OfficePictures(archive, document, context);
  }

  /** Drawings of a sheet. */
  writeOf(sheet: string): void {
    for (const drawing of this.drawingsOf(sheet)) {
      this.writeShapes(drawing);
      this.charts.writeOf(drawing);
    }
  }

  /** A hidden sheet, with all that is drawn on it. */
  leaveOut(sheet: string): void {
    this.leftOut.push(sheet);
    for (const drawing of this.drawingsOf(sheet)) {
      this.drawings.add(drawing);
      this.charts.leaveOut(drawing);
      this.pictures.leaveOut(drawing);
    }
  }

  async writeRest(): Promise<void> {
    const { archive, document, context } = this;
    for (const { name } of archive.entries) if (/^xl\/drawings\/drawing\d*\.xml$/.test(name)) this.writeShapes(name);
    this.charts.writeRest();
    const sheets = archive.entries.filter(({ name }) => /^xl\/(worksheets|chartsheets)\/[^/]+\.xml$/.test(name));
    const shown = sheets.filter(({ name }) => !this.leftOut.includes(name));
    const running = new Set(shown.flatMap(({ name }) => runningTexts(archive.read(name))));
    for (const text of running) document.paragraph(text);
    await this.pictures.writeIn('xl/media/');
    writeLinks(archive, document);
    await readEmbeddings(archive, context);
  }

  private drawingsOf(sheet: string): string[] {
    return partRelations(sheet, this.archive).flatMap(({ type, target }) => (type === 'drawing' ? [target] : []));
  }

  private writeShapes(drawing: string): void {
    if (this.drawings.has(drawing)) return;
    this.drawings.add(drawing);
    for (const text of shapeTexts(xmlOf(drawing, this.archive))) this.document.paragraph(text);
  }
}

/** Headers and footers come after the cells, at the end of a sheet. */
function runningTexts(sheet: Uint8Array | undefined): string[] {
  const end = new TextDecoder().decode(sheet?.subarray(-HEADERS_CHARS_MAX));
  return [...end.matchAll(/<(?:odd|even|first)(?:Header|Footer)>([^<]*)</g)].flatMap(([, code = '']) => {
    const text = shownText(code);
    return /\p{L}{3}/u.test(text) ? [text] : [];
  });
}

/** Without codes of places, fonts, numbers of pages and the like: `&L&"Arial,Bold"Fees of the port&RPage &P`. */
function shownText(code: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  const decoded = code.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ' ');
  const shown = decoded.replace(/&&|&"[^"]*"|&K[0-9A-F]{6}|&\d{1,3}|&[LCR]|&[A-Z]/gi, (found) =>
    found === '&&' ? '&' : /^&[LCR]$/i.test(found) ? ' ' : '',
  );
  return shown.replace(/\s+/g, ' ').trim();
}
