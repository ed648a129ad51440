import type { Archive } from '../archive';
import type { DocumentBuilder } from '../document-builder';
import type { ReadContext } from '../reader';
import { readEmbeddings } from './office-embeddings';
import { OfficePictures } from './office-pictures';
import { writeLinks, xmlOf } from './office-relations';
import { shapeTexts } from './office-shapes';

const HEADERS_CHARS_MAX = 64 * 1024;

/** What an Office Open XML spreadsheet has besides its cells: text boxes, what runs along pages, pictures, files. */
export async function writeSheetExtras(
  archive: Archive,
  document: DocumentBuilder,
  context: ReadContext,
): Promise<void> {
  const drawings = archive.entries.filter(({ name }) => /^xl\/drawings\/drawing\d*\.xml$/.test(name));
  for (const { name } of drawings) for (const text of shapeTexts(xmlOf(name, archive))) document.paragraph(text);
  const sheets = archive.entries.filter(({ name }) => /^xl\/(worksheets|chartsheets)\/[^/]+\.xml$/.test(name));
  const running = new Set(sheets.flatMap(({ name }) => runningTexts(archive.read(name))));
  for (const text of running) document.paragraph(text);
  await new OfficePictures(archive, document, context).writeIn('xl/media/');
  writeLinks(archive, document);
  await readEmbeddings(archive, context);
}

/** Headers and footers stand behind the cells, at the end of a sheet. */
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
