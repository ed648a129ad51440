import { viewOf } from '../data-view';
import type { CompoundFile } from '../compound-file';
import { ExtractError, unreadable } from '../extract-error';
import { recordsOf, type SlideRecord } from './records';

const DOCUMENT = 1_000;
const LISTS = 4_080;
const SLIDE_PLACE = 1_011;
const USER_EDIT = 4_085;
const PLACES = 6_002;
const EDITS_MAX = 10_000;
const SLIDES_MAX = 5_000;
const ENCRYPTED = 0xf3d1c4df;
const SLIDE_LIST = 0;
const MASTER_LIST = 1;
const NOTES_LIST = 2;

/** A slide, and the outline of its text that the document keeps besides it. */
export interface SlideRecords {
  readonly id: number;
  readonly slide?: SlideRecord;
  readonly outline: readonly SlideRecord[];
}

/** The records of a presentation of before 2007 that count: edits leave older ones in the file. */
export class PresentationFile {
  readonly slides: readonly SlideRecords[];
  readonly masters: readonly SlideRecords[];
  readonly notes: readonly SlideRecords[];
  /** Content outside of slides. */
  readonly document: Uint8Array;
  private readonly stream: Uint8Array;
  /** Where records begin, by their number. */
  private readonly offsets = new Map<number, number>();

  /** @throws ExtractError when it is damaged or encrypted */
  constructor(file: CompoundFile) {
    const stream = file.read('PowerPoint Document');
    const user = file.read('Current User');
    if (!stream) throw damagedPresentation('it has no slides');
    this.stream = stream;
    if (user && user.length >= 20) this.readEdits(user);
    const document = [...recordsOf(stream)].findLast(({ type }) => type === DOCUMENT);
    if (!document) throw damagedPresentation('the list of its slides is missing');
    this.document = document.content;
    this.slides = this.listOf(SLIDE_LIST);
    this.masters = this.listOf(MASTER_LIST);
    this.notes = this.listOf(NOTES_LIST);
  }

  /** From the last edit to the first: a later one says where a record is. */
  private readEdits(user: Uint8Array): void {
    const view = viewOf(user);
    if (view.getUint32(12, true) === ENCRYPTED)
      throw new ExtractError(
        'The presentation is encrypted the way PowerPoint did until 2003, which cannot be opened here: save it as .pptx, ' +
          'with a password or without',
      );
    let at = view.getUint32(16, true);
    const seen = new Set<number>();
    while (at !== 0 && !seen.has(at) && seen.size < EDITS_MAX) {
      seen.add(at);
      const edit = this.recordAt(at);
      if (edit?.type !== USER_EDIT || edit.content.length < 16) return;
      const fields = viewOf(edit.content);
      this.readPlaces(fields.getUint32(12, true));
      at = fields.getUint32(8, true);
    }
  }

  private readPlaces(at: number): void {
    const record = this.recordAt(at);
    if (record?.type !== PLACES) return;
    const view = viewOf(record.content);
    for (let next = 0; next + 4 <= view.byteLength;) {
      const head = view.getUint32(next, true);
      const [first, count] = [head & 0xfffff, head >>> 20];
      next += 4;
      for (let entry = 0; entry < count && next + 4 <= view.byteLength; entry += 1, next += 4)
        if (!this.offsets.has(first + entry)) this.offsets.set(first + entry, view.getUint32(next, true));
    }
  }

  private recordAt(at: number): SlideRecord | undefined {
    return at < this.stream.length ? (recordsOf(this.stream, at).next().value ?? undefined) : undefined;
  }

  private listOf(kind: number): SlideRecords[] {
    const slides: { id: number; slide?: SlideRecord; outline: SlideRecord[] }[] = [];
    for (const record of this.recordsOfList(kind)) {
      if (record.type !== SLIDE_PLACE || record.content.length < 16) {
        slides.at(-1)?.outline.push(record);
        continue;
      }
      if (slides.length >= SLIDES_MAX) break;
      const fields = viewOf(record.content);
      const offset = this.offsets.get(fields.getUint32(0, true));
      const slide = offset === undefined ? undefined : this.recordAt(offset);
      slides.push({ id: fields.getUint32(12, true), slide, outline: [] });
    }
    return slides;
  }

  private *recordsOfList(kind: number): Generator<SlideRecord> {
    for (const { type, instance, content } of recordsOf(this.document))
      if (type === LISTS && instance === kind) yield* recordsOf(content);
  }
}

function damagedPresentation(reason: string): ExtractError {
  return unreadable('presentation', reason);
}
