import { JournalPositions, Transactions } from '@lectern/database';
import type { JournalLine, JournalPart, JournalSink } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { TimelineRepository } from './timeline.repository';

/** Kinds of journal lines, with their letters. */
export const timelineKinds = { timeline: 'T' } as const;

/** Converts lines to rows: all of a part in one transaction, together with the position after it. */
@Injectable()
export class TimelineWriter implements JournalSink<keyof typeof timelineKinds> {
  private readonly positions = new JournalPositions('timeline_journals');

  constructor(
    private readonly transactions: Transactions,
    private readonly timelines: TimelineRepository,
  ) {}

  /** @throws AppError `unavailable` */
  position(id: string): Promise<number> {
    return this.transactions.read((tx) => this.positions.get(id, tx));
  }

  /** @throws AppError `unavailable`, `deadline_exceeded`, `storage_full`; any other Error for rejected rows */
  async write(part: JournalPart, lines: readonly JournalLine<keyof typeof timelineKinds>[]): Promise<boolean> {
    const rows = lines.filter(({ kind }) => kind !== undefined).map(({ json }) => json);
    return this.transactions.run(async (tx) => {
      if (!(await this.positions.advance(part, tx))) return false;
      if (rows.length > 0) await this.timelines.insert(`[${rows.join(',')}]`, tx);
      return true;
    });
  }

  /** @throws AppError `unavailable` */
  async forget(id: string): Promise<void> {
    await this.transactions.single((tx) => this.positions.forget(id, tx));
  }

  /** Forgets positions of files that nobody has changed since `before`. */
  async prune(before: Date): Promise<void> {
    await this.transactions.single((tx) => this.positions.prune(before, tx));
  }
}
