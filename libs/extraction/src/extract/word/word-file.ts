import type { CompoundFile } from '../compound-file';
import { type ExtractError, unreadable } from '../extract-error';

/** Where the stories of a document begin and how long they are, in characters. */
export const stories = [
  ['main', 76],
  ['footnotes', 80],
  ['headers', 84],
  ['macros', 88],
  ['comments', 92],
  ['endnotes', 96],
  ['boxes', 100],
  ['headerBoxes', 104],
] as const;
export type Story = (typeof stories)[number][0];

/** Locations in the table stream: pairs of an offset and a length in the header, by their number. */
const TABLES_AT = 154;
export const STYLES = 1;
export const PARAGRAPHS = 13;
export const PIECES = 33;

const WORD_97 = 193;
const ENCRYPTED = 0x0100;
const SECOND_TABLE = 0x0200;
/** Of Word 6 and 95. */
const OLD_TEXT_AT = 24;
const OLD_LENGTH_AT = 52;

/** Whether a document needs a password. */
export function isLocked(file: CompoundFile): boolean {
  const start = file.read('WordDocument');
  return start !== undefined && start.length >= 12 && ((start[11] ?? 0) & (ENCRYPTED >> 8)) !== 0;
}

/** The streams of a Word document of 1997 to 2003, or an older one, and its header. */
export class WordFile {
  readonly document: Uint8Array;
  readonly isOld: boolean;
  private readonly view: DataView;
  private readonly tables: Uint8Array;

  /** @throws ExtractError when it is damaged */
  constructor(file: CompoundFile) {
    this.document = file.read('WordDocument') ?? new Uint8Array();
    this.view = new DataView(this.document.buffer, this.document.byteOffset, this.document.byteLength);
    if (this.document.length < 512) throw damagedDocument('it has no text');
    const flags = this.view.getUint16(10, true);
    this.isOld = this.view.getUint16(2, true) < WORD_97;
    this.tables = file.read(flags & SECOND_TABLE ? '1Table' : '0Table') ?? new Uint8Array();
    if (!this.isOld && this.tables.length === 0) throw damagedDocument('its table stream is missing');
  }

  /** Of the table stream; empty without one. */
  table(number: number): Uint8Array {
    const at = TABLES_AT + number * 8;
    const [start, length] = [this.view.getUint32(at, true), this.view.getUint32(at + 4, true)];
    return this.tables.subarray(start, start + length);
  }

  /** In characters. */
  lengthOf(story: Story): number {
    const [, at = 0] = stories.find(([name]) => name === story) ?? [];
    return Math.min(this.view.getUint32(at, true), this.document.length);
  }

  /** Where the text of an older document stands. */
  get oldText(): { readonly start: number; readonly length: number } {
    return { start: this.view.getUint32(OLD_TEXT_AT, true), length: this.view.getUint32(OLD_LENGTH_AT, true) };
  }
}

export function damagedDocument(reason: string): ExtractError {
  return unreadable('document', reason);
}
