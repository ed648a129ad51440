import { approximateBytes } from '@lectern/bus';
import type { FieldLetter, ResourceReference } from '@lectern/contracts/knowledge-box';
import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import {
  FieldContentRepository,
  identOfSplit,
  type FieldVersion,
  nextCount,
  PARAGRAPHS_PER_PART,
  partRange,
  partsOf,
  PassageRepository,
  type ResourceEntity,
  ResourceRepository,
  type SplitRows,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { ReadAhead } from './read-ahead';

/**
 * Resources with longer texts are put page by page, with separate concurrency, so that small ones never wait for them.
 */
export const LONG_TEXT_BYTES = 1024 ** 2;
/** Paragraphs read by the first statement, when their size is not known yet. */
const PARAGRAPHS_FIRST = 200;
/** Vectors read by one statement, unless a single part has more: they arrive as text of twice the size. */
const VECTOR_BYTES_PER_READ = 1024 ** 2;
/** Parts of vectors whose paragraphs are read by one statement. */
const PARTS_PER_PARAGRAPHS = 32;

/** The members of a field besides its text. */
export interface FieldHead {
  readonly letter: FieldLetter;
  readonly id: string;
  readonly understood: UnderstoodField;
  /** Number of paragraphs. */
  readonly count: number;
}

/** A version of a field that is too large to read at once. */
export type LongField = FieldHead & FieldVersion & { readonly bytes: number };

export interface EmbeddedLongField extends LongField {
  /** Number of embedded paragraphs. */
  readonly embedded: number;
}

/** Neighbouring paragraphs of a field, and a piece of its text that contains all of them. */
export interface TextPage {
  /** Number of the first paragraph. */
  readonly from: number;
  /** Offset of the piece, in code points. */
  readonly first: number;
  readonly text: string;
  readonly paragraphs: readonly UnderstoodParagraph[];
}

/** Some paragraphs of a field with their vectors. */
export interface VectorPage {
  readonly paragraphs: readonly UnderstoodParagraph[];
  readonly vectors: Buffer;
}

/** A vectorset and the size of its vectors. */
interface VectorsetSize {
  readonly id: string;
  readonly dimensions: number;
}

export interface LongResource<F extends LongField = LongField> {
  readonly resource: ResourceEntity;
  readonly fields: readonly F[];
}

/**
 * Reads the content of large fields page by page, each page with its own statements. All pages are of one version of
 * the field; when it changes, reading ends with AppError `unavailable`.
 */
@Injectable()
export class LongFields {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly contents: FieldContentRepository,
    private readonly passages: PassageRepository,
  ) {}

  /** Without title and summary. Undefined when the resource has been deleted. */
  async find(reference: ResourceReference): Promise<LongResource | undefined> {
    const content = await this.load(reference);
    return content && { resource: content.resource, fields: content.fields.filter(({ letter }) => letter !== 'a') };
  }

  /** The same with its embedded paragraphs in one vectorset, title and summary included. */
  async findEmbedded(
    { kbid, rid }: ResourceReference,
    vectorset: string,
  ): Promise<LongResource<EmbeddedLongField> | undefined> {
    const content = await this.load({ kbid, rid });
    if (!content) return undefined;
    const [own = []] = await this.transactions.read((tx) => this.passages.listFields([{ kbid, rid, vectorset }], tx));
    const counts = new Map(
      own.map(({ letter, id, paragraphs, parts }) => [
        `${letter}/${id}`,
        parts.reduce((sum, part) => sum + partRange(part, paragraphs).count, 0),
      ]),
    );
    const fields = content.fields.map((field) => ({
      ...field,
      embedded: counts.get(`${field.letter}/${field.id}`) ?? 0,
    }));
    return { resource: content.resource, fields };
  }

  /** Reads the text of one of these fields. Messages of a conversation are read together with their neighbours. */
  textsOf(fields: readonly LongField[]): (field: LongField) => AsyncIterable<TextPage> {
    const splits = this.splitsOf(fields);
    return (field) => (isSplit(field) ? splitTexts(field, splits) : this.texts(field));
  }

  /** The same for the stored vectors of one of these fields. */
  vectorsOf(fields: readonly LongField[], vectorset: VectorsetSize): (field: LongField) => AsyncIterable<VectorPage> {
    const splits = this.splitsOf(fields, vectorset.id);
    return (field) => (isSplit(field) ? splitVectors(field, splits) : this.vectors(field, vectorset));
  }

  private async load({ kbid, rid }: ResourceReference): Promise<LongResource | undefined> {
    const [[resource], fields] = await this.transactions.read((tx) =>
      Promise.all([this.resources.findMany(kbid, [rid], tx), this.contents.listLong({ kbid, rid }, tx)]),
    );
    return resource && { resource, fields };
  }

  private splitsOf(fields: readonly LongField[], vectorset?: string): ReadAhead<LongField, SplitRows> {
    const splits = fields.filter((field) => isSplit(field) && field.count > 0);
    return new ReadAhead(splits, (group) =>
      this.transactions.read((tx) => this.contents.readSplits(group, vectorset, tx)),
    );
  }

  private async *texts(field: LongField): AsyncGenerator<TextPage> {
    for (let from = 0, count = PARAGRAPHS_FIRST; from < field.count;) {
      const page = await this.textPage(field, { from, count });
      yield page;
      from += count;
      count = nextCount(count, page.text.length + approximateBytes(page.paragraphs));
    }
  }

  private async *vectors(field: LongField, vectorset: VectorsetSize): AsyncGenerator<VectorPage> {
    const bytesPerPart = 4 * vectorset.dimensions * PARAGRAPHS_PER_PART;
    const partsPerRead = Math.max(1, Math.floor(VECTOR_BYTES_PER_READ / bytesPerPart));
    const version = { ...field, vectorset: vectorset.id };
    for (let first = 0; first < partsOf(field.count); first += PARTS_PER_PARAGRAPHS) {
      const end = Math.min(first + PARTS_PER_PARAGRAPHS, partsOf(field.count));
      const offset = first * PARAGRAPHS_PER_PART;
      const portion = { from: offset, count: PARTS_PER_PARAGRAPHS * PARAGRAPHS_PER_PART };
      const paragraphs = await this.transactions.read((tx) => this.contents.paragraphsPart(field, portion, tx));
      for (let from = first; from < end; from += partsPerRead) {
        const next = { from, count: Math.min(partsPerRead, end - from) };
        const { parts, vectors } = await this.transactions.read((tx) => this.contents.vectorParts(version, next, tx));
        const embedded = parts.flatMap((part) => {
          const range = partRange(part, field.count);
          return paragraphs.slice(range.from - offset, range.from - offset + range.count);
        });
        if (embedded.length > 0) yield { paragraphs: embedded, vectors };
      }
    }
  }

  private textPage(
    field: LongField,
    { from, count }: { readonly from: number; readonly count: number },
  ): Promise<TextPage> {
    return this.transactions.read(async (tx) => {
      const paragraphs = await this.contents.paragraphsPart(field, { from, count }, tx);
      const first = Math.min(...paragraphs.map(({ start }) => start));
      const end = Math.max(...paragraphs.map((paragraph) => paragraph.end));
      const text = await this.contents.textPart(field, { from: first, count: end - first }, tx);
      return { from, first, text, paragraphs };
    });
  }
}

/** Whether it is a message of a conversation: there may be very many, most of them short. */
function isSplit({ letter, id }: LongField): boolean {
  return letter === 'c' && identOfSplit(id) !== undefined;
}

async function* splitTexts(field: LongField, splits: ReadAhead<LongField, SplitRows>): AsyncGenerator<TextPage> {
  if (field.count === 0) return;
  const { text, paragraphs } = (await splits.get(field)).extracted;
  yield { from: 0, first: 0, text, paragraphs };
}

async function* splitVectors(field: LongField, splits: ReadAhead<LongField, SplitRows>): AsyncGenerator<VectorPage> {
  if (field.count === 0) return;
  const { extracted, vectors: rows } = await splits.get(field);
  for (const { part, vectors } of rows) {
    const { from, count } = partRange(part, field.count);
    yield { paragraphs: extracted.paragraphs.slice(from, from + count), vectors };
  }
}
