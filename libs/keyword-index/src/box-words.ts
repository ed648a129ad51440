import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Query, Table } from '@lancedb/lancedb';
import { answerOf } from '@lectern/lance';
import { cacheBuilds, cacheBytes, cacheReads, indexCalls } from '@lectern/runtime';
import type { RecordBatch, Table as ArrowTable } from 'apache-arrow';
import { LRUCache } from 'lru-cache';
import { WordCounts } from './word-counts';

const CACHE = 'words';
/** For all boxes together. */
const SIZE_BYTES_MAX = 64 * 2 ** 20;
/** Per box and filter; above this, completions are looked up in the index. */
const SIZE_BYTES_EACH_MAX = 32 * 2 ** 20;
/** Overhead of an entry, also of one without words. */
const EMPTY_BYTES = 1_000;
/** Completions served from the index before all words are read, which costs as much as ten of them. */
const ASKED_BEFORE = 4;
/** Reading more rows takes too long. */
const ROWS_MAX = 500_000;
/** Rows processed per turn of the event loop. */
const ROWS_AT_ONCE = 500;
/** Above this share of rows read later, many may replace rows counted before, so all rows are read again. */
const LATER_SHARE_MAX = 0.25;
const LATER_ROWS_MIN = 500;
/** New rows that a query waits for; if there are more, all rows are read again. */
const LATER_AT_ONCE_MAX = 5_000;
const READING_MS_MAX = 120_000;

/** The rows of a table that pass a filter. */
export interface WordsOfRows {
  readonly table: Table;
  /** Number of this opening of the table. */
  readonly opening: number;
  /** SQL filter of the rows. */
  readonly condition: string;
  /** A number that differs after each change of the table. */
  readonly state: () => Promise<number>;
}

/**
 * The words of the rows that pass a filter, for boxes in which beginnings are completed. Kept up to date by reading new
 * rows. Words of deleted rows stay until all rows are read again, so they do not prove that a row has them.
 */
export class BoxWords {
  private readonly kept: LRUCache<string, KeptWords>;

  constructor(private readonly sizes = { all: SIZE_BYTES_MAX, each: SIZE_BYTES_EACH_MAX }) {
    this.kept = new LRUCache({ maxSize: sizes.all, sizeCalculation: ({ sizeBytes }) => sizeBytes });
  }

  /** The current words; undefined while they are not cached. */
  async of(rows: WordsOfRows): Promise<WordCounts | undefined> {
    const key = `${rows.opening}/${rows.condition}`;
    const known = this.kept.get(key) ?? this.begun(key);
    const counts = await known.current(rows, () => this.measure(key, known));
    cacheReads.inc({ cache: CACHE, result: counts ? 'hit' : 'miss' });
    return counts;
  }

  private begun(key: string): KeptWords {
    const words = new KeptWords(this.sizes.each);
    this.kept.set(key, words);
    return words;
  }

  private measure(key: string, words: KeptWords): void {
    if (this.kept.peek(key) !== words) return;
    this.kept.delete(key);
    this.kept.set(key, words);
    cacheBytes.set({ cache: CACHE }, this.kept.calculatedSize);
  }
}

/** The words of one opening and filter. */
class KeptWords {
  private counts: WordCounts | undefined;
  private asked = 0;
  private state = -1;
  private work: Promise<unknown> | undefined;
  private lastAddress = -1;
  private readRows = 0;
  private laterRows = 0;
  private isTooLarge = false;

  constructor(private readonly sizeBytesMax: number) {}

  get sizeBytes(): number {
    return EMPTY_BYTES + (this.counts?.sizeBytes ?? 0);
  }

  /** @param onRead called when the size has changed */
  async current(rows: WordsOfRows, onRead: () => void): Promise<WordCounts | undefined> {
    if (this.isTooLarge) return undefined;
    if (!this.counts) {
      this.asked += 1;
      if (this.asked > ASKED_BEFORE) void this.once(() => this.readAll(rows).then(onRead));
      return undefined;
    }
    // A read that began before this query may lack rows written after it began.
    for (let reads = 0; reads < 2 && this.state !== (await rows.state()); reads += 1)
      await this.once(() => this.readLater(rows).then(onRead));
    return this.counts;
  }

  /** A failed read is repeated by the next query. */
  private async once(read: () => Promise<void>): Promise<void> {
    this.work ??= read()
      .catch(() => this.forget())
      .finally(() => (this.work = undefined));
    await this.work;
  }

  private async readAll({ table, condition, state: stateOf }: WordsOfRows): Promise<void> {
    const state = await stateOf();
    const counts = new WordCounts();
    this.lastAddress = -1;
    this.laterRows = 0;
    this.readRows = await this.readStream(table.query().where(condition), counts);
    this.state = state;
    this.counts = this.isTooLarge ? undefined : counts;
    cacheBuilds.inc({ cache: CACHE, result: this.isTooLarge ? 'too large' : 'kept' });
  }

  private async readLater({ table, condition, state: stateOf }: WordsOfRows): Promise<void> {
    const state = await stateOf();
    const counts = this.counts;
    if (!counts) return;
    const later = table.query().where(`_rowid > ${this.lastAddress} AND ${condition}`);
    const answer = await answerOf(later.select(['words']).withRowId().limit(LATER_AT_ONCE_MAX));
    await this.count(answer, counts);
    this.laterRows += answer.numRows;
    this.state = state;
    const isMuch = this.laterRows > Math.max(LATER_ROWS_MIN, this.readRows * LATER_SHARE_MAX);
    if (this.isTooLarge || isMuch || answer.numRows === LATER_AT_ONCE_MAX) this.forget();
  }

  private forget(): void {
    this.counts = undefined;
  }

  private async readStream(query: Query, counts: WordCounts): Promise<number> {
    indexCalls.inc();
    const endMs = performance.now() + READING_MS_MAX;
    let rows = 0;
    for await (const batch of query.select(['words']).withRowId()) {
      rows += batch.numRows;
      await this.count(batch, counts);
      if (rows > ROWS_MAX || performance.now() > endMs) this.isTooLarge = true;
      if (this.isTooLarge) break;
    }
    return rows;
  }

  private async count(rows: RecordBatch | ArrowTable, counts: WordCounts): Promise<void> {
    const [words, addresses] = [rows.getChild('words'), rows.getChild('_rowid')];
    for (let i = 0; i < rows.numRows; i += 1) {
      if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn();
      counts.add(String(words?.get(i)));
      this.lastAddress = Math.max(this.lastAddress, Number(addresses?.get(i)));
    }
    this.isTooLarge = counts.sizeBytes > this.sizeBytesMax;
  }
}
