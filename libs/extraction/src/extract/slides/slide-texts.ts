import { deepRecordsOf, recordsOf, type SlideRecord } from './records';

const SHAPE = 0xf004;
const GROUP = 0xf003;
const ANCHOR = 0xf00f;
const MORE_PROPERTIES = 0xf122;
const IS_TABLE = 0x39f;
const PLACEHOLDER = 3_011;
const TEXT_KIND = 3_999;
const WIDE_TEXT = 4_000;
const NARROW_TEXT = 4_008;
const OUTLINE_TEXT = 3_998;
const STRING = 4_026;
const COMMENT = 12_000;
const TAGS = 5_003;
const HEADERS = 4_057;
const NOTES = 1_009;
const COMMENT_TEXT = 1;

/** Title, centred title. */
const TITLES = new Set([0, 6]);

/** One text of a slide; its lines end in a carriage return. */
export interface SlideText {
  readonly isTitle: boolean;
  readonly text: string;
  /** The rows of a table, instead of a text. */
  readonly rows?: readonly (readonly string[])[];
}

/** Texts of the shapes, in their order. @param outline what the document keeps of them */
export function slideTexts(slide: Uint8Array, outline: readonly SlideRecord[] = []): SlideText[] {
  const outlined = [...slideRecordTexts(outline, [])];
  const tables = new Map(tablesOf(slide).map((table) => [table.content.byteOffset, table]));
  const shown: SlideText[] = [];
  let tableEnd = 0;
  for (const { type, content } of deepRecordsOf(slide)) {
    const table = tables.get(content.byteOffset);
    if (table) {
      tableEnd = content.byteOffset + content.length;
      shown.push({ isTitle: false, text: '', rows: slideTableRows(table) });
    }
    if (type === SHAPE && content.byteOffset >= tableEnd)
      shown.push(...slideRecordTexts([...deepRecordsOf(content)], outlined));
  }
  return [...shown, ...outlined.filter((text) => !shown.includes(text))];
}

/** Groups of shapes that are marked as tables. */
function tablesOf(slide: Uint8Array): SlideRecord[] {
  return [...deepRecordsOf(slide)].filter(({ type, content }) => {
    if (type !== GROUP) return false;
    const [first] = recordsOf(content);
    return first !== undefined && [...recordsOf(first.content)].some(isTableMark);
  });
}

/** A property of a group: its number, then its value. */
function isTableMark({ type, instance, content }: SlideRecord): boolean {
  if (type !== MORE_PROPERTIES) return false;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 0; at < instance && at * 6 + 6 <= content.length; at += 1)
    if ((view.getUint16(at * 6, true) & 0x3fff) === IS_TABLE) return (view.getUint32(at * 6 + 2, true) & 1) === 1;
  return false;
}

/** Cells are shapes: those with the same upper edge are a row. */
function slideTableRows({ content: table }: SlideRecord): string[][] {
  const rows = new Map<number, [left: number, text: string][]>();
  for (const shape of shapesOf(table)) {
    const anchor = shape.find(({ type, content }) => type === ANCHOR && content.length >= 16);
    const texts = [...slideRecordTexts(shape, [])].map(({ text }) => text).join(' ');
    if (!anchor) continue;
    const view = new DataView(anchor.content.buffer, anchor.content.byteOffset);
    const row = rows.get(view.getInt32(4, true)) ?? [];
    rows.set(view.getInt32(4, true), row);
    row.push([view.getInt32(0, true), texts]);
  }
  const inOrder = [...rows].sort(([one], [other]) => one - other);
  return inOrder.map(([, cells]) => cells.sort(([one], [other]) => one - other).map(([, text]) => text));
}

/** Texts that a master slide shows on every slide, without placeholders. */
export function masterTexts(master: Uint8Array): SlideText[] {
  const own = shapesOf(master).filter((shape) => !shape.some(({ type }) => type === PLACEHOLDER));
  return own.flatMap((shape) => [...slideRecordTexts(shape, [])]);
}

/** The number of the slide that notes are on. */
export function slideOfNotes(notes: Uint8Array): number | undefined {
  for (const { type, content } of deepRecordsOf(notes))
    if (type === NOTES && content.length >= 4)
      return new DataView(content.buffer, content.byteOffset).getUint32(0, true);
  return undefined;
}

/** Texts along the edge of slides. */
export function runningTexts(container: Uint8Array): string[] {
  return stringsIn(container, HEADERS).map(({ content }) => wide(content));
}

/** They lie in a part that other programs are to skip. */
export function commentsOf(slide: Uint8Array): string[] {
  const tagged = [...deepRecordsOf(slide)].filter(({ type }) => type === TAGS);
  return [slide, ...tagged.map(({ content }) => content)].flatMap((part) =>
    stringsIn(part, COMMENT).flatMap(({ instance, content }) => (instance === COMMENT_TEXT ? [wide(content)] : [])),
  );
}

function stringsIn(container: Uint8Array, type: number): SlideRecord[] {
  const within = [...deepRecordsOf(container)].filter((record) => record.type === type);
  return within.flatMap(({ content }) => [...deepRecordsOf(content)].filter((record) => record.type === STRING));
}

function shapesOf(slide: Uint8Array): SlideRecord[][] {
  const shapes = [...deepRecordsOf(slide)].filter(({ type }) => type === SHAPE);
  return shapes.map(({ content }) => [...deepRecordsOf(content)]);
}

function* slideRecordTexts(records: readonly SlideRecord[], outlined: readonly SlideText[]): Generator<SlideText> {
  let isTitle = false;
  for (const { type, content } of records) {
    if (type === TEXT_KIND) isTitle = TITLES.has(content[0] ?? -1);
    if (type === WIDE_TEXT) yield { isTitle, text: wide(content) };
    if (type === NARROW_TEXT) yield { isTitle, text: new TextDecoder('latin1').decode(content) };
    const referred = type === OUTLINE_TEXT ? outlined[content[0] ?? 0] : undefined;
    if (referred) yield referred;
  }
}

function wide(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes);
}
