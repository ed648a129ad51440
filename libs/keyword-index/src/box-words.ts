import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Query, Table } from '@lancedb/lancedb';
import { answerOf } from '@lectern/lance';
import { type Followed, FollowedTables, indexCalls, type TableSource } from '@lectern/runtime';
import type { RecordBatch, Table as ArrowTable } from 'apache-arrow';
import { WordCounts } from './word-counts';

/** For all boxes together. */
const SIZE_BYTES_MAX = 64 * 2 ** 20;
/** Per box and filter; above this, completions are looked up in the index. */
const SIZE_BYTES_EACH_MAX = 32 * 2 ** 20;
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
  private readonly kept: FollowedTables<ReadWords>;

  constructor(private readonly sizes = { all: SIZE_BYTES_MAX, each: SIZE_BYTES_EACH_MAX }) {
    this.kept = new FollowedTables({
      name: 'words',
      sizeBytesMax: sizes.all,
      askedBefore: ASKED_BEFORE,
    });
  }

  /** The current words; undefined while they are not cached. */
  async of(rows: WordsOfRows): Promise<WordCounts | undefined> {
    const words = await this.kept.of(`${rows.opening}/${rows.condition}`, this.sourceOf(rows));
    return words?.counts;
  }

  private sourceOf(rows: WordsOfRows): TableSource<ReadWords> {
    return {
      sizeBytesMax: this.sizes.each,
      readAll: () => ReadWords.read(rows, this.sizes.each),
      isCurrent: (words) => words.isCurrent(rows),
      // A failed read is repeated as a whole by the next query.
      readLater: (words) => words.readLater(rows).catch(() => 'stale'),
    };
  }
}

/** The words of one opening and filter. */
class ReadWords {
  readonly counts = new WordCounts();
  private state = -1;
  private lastAddress = -1;
  private readRows = 0;
  private laterRows = 0;

  /** Undefined if they are too many. */
  static async read(rows: WordsOfRows, sizeBytesMax: number): Promise<ReadWords | undefined> {
    const words = new ReadWords();
    words.state = await rows.state();
    return (await words.readStream(rows.table.query().where(rows.condition), sizeBytesMax)) ? words : undefined;
  }

  get sizeBytes(): number {
    return this.counts.sizeBytes;
  }

  async isCurrent({ state }: WordsOfRows): Promise<boolean> {
    return this.state === (await state());
  }

  async readLater({ table, condition, state: stateOf }: WordsOfRows): Promise<Followed> {
    const state = await stateOf();
    const later = table.query().where(`_rowid > ${this.lastAddress} AND ${condition}`);
    const answer = await answerOf(later.select(['words']).withRowId().limit(LATER_AT_ONCE_MAX));
    await this.count(answer);
    this.laterRows += answer.numRows;
    this.state = state;
    const isMuch = this.laterRows > Math.max(LATER_ROWS_MIN, this.readRows * LATER_SHARE_MAX);
    return isMuch || answer.numRows === LATER_AT_ONCE_MAX ? 'stale' : 'current';
  }

  /** @returns whether all rows could be read */
  private async readStream(query: Query, sizeBytesMax: number): Promise<boolean> {
    indexCalls.inc();
    const endMs = performance.now() + READING_MS_MAX;
    for await (const batch of query.select(['words']).withRowId()) {
      this.readRows += batch.numRows;
      await this.count(batch);
      const isTooLarge = this.readRows > ROWS_MAX || this.sizeBytes > sizeBytesMax;
      if (isTooLarge || performance.now() > endMs) return false;
    }
    return true;
  }

  private async count(rows: RecordBatch | ArrowTable): Promise<void> {
    const [words, addresses] = [rows.getChild('words'), rows.getChild('_rowid')];
    for (let i = 0; i < rows.numRows; i += 1) {
      if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers();
      this.counts.add(String(words?.get(i)));
      this.lastAddress = Math.max(this.lastAddress, Number(addresses?.get(i)));
    }
  }
}
