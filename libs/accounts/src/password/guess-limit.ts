import { createHash } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import { GuessEntity } from './guess.entity';

/** How often something may be tried. */
export interface GuessBound {
  /** What is tried by whom: `password/{address}`. Only its hash is stored. */
  readonly subject: string;
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Counts attempts in Postgres, so that all processes share the counts. An attempt counts from its begin: many at once
 * do not pass together.
 */
@Injectable()
export class GuessLimit {
  constructor(private readonly transactions: Transactions) {}

  /** @throws AppError `rate_limited` when one of the bounds is reached; the attempt counts for the others, too */
  async claim(bounds: readonly GuessBound[]): Promise<void> {
    const now = new Date();
    // Always in the same order: two that share several subjects do not wait for each other.
    const sorted = [...bounds].sort((one, other) => (one.subject < other.subject ? -1 : 1));
    const waits = await this.transactions.run(async (tx) => {
      const ends: Date[] = [];
      for (const bound of sorted) {
        const counted = await count(bound, now, tx);
        if (counted.count > bound.max) ends.push(counted.ends);
      }
      return ends;
    });
    if (waits.length > 0) throw tooMany(Math.max(...waits.map(Number)), now.getTime());
  }

  /** Takes an attempt back that was right. */
  async release(bounds: readonly GuessBound[]): Promise<void> {
    const subjects = bounds.map(({ subject }) => hashed(subject)).sort();
    await this.transactions.run(async (tx) => {
      for (const subject of subjects)
        await tx.query(`UPDATE guesses SET count = greatest(count - 1, 0) WHERE subject = $1`, [subject]);
    });
  }

  /** Forgets windows that have ended. */
  async forgetEnded(now: Date): Promise<void> {
    await this.transactions.run((tx) => tx.delete(GuessEntity, { ends: LessThanOrEqual(now) }));
  }

  /** Forgets all attempts at something. */
  async forget(subject: string): Promise<void> {
    await this.transactions.single((tx) => tx.query(`DELETE FROM guesses WHERE subject = $1`, [hashed(subject)]));
  }
}

async function count(
  { subject, windowMs }: GuessBound,
  now: Date,
  tx: EntityManager,
): Promise<{ readonly count: number; readonly ends: Date }> {
  const ends = new Date(now.getTime() + windowMs);
  const [row] = await tx.query<[{ count: number; ends: Date }]>(
    `INSERT INTO guesses AS known (subject, count, ends) VALUES ($1, 1, $2)
      ON CONFLICT (subject) DO UPDATE SET
        count = CASE WHEN known.ends <= $3 THEN 1 ELSE known.count + 1 END,
        ends = CASE WHEN known.ends <= $3 THEN excluded.ends ELSE known.ends END
      RETURNING count, ends`,
    [hashed(subject), ends, now],
  );
  return row;
}

function hashed(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url');
}

function tooMany(endsMs: number, nowMs: number): AppError {
  const waitS = Math.max(1, Math.ceil((endsMs - nowMs) / 1_000));
  const message = `Too many attempts. Retry after ${waitS} s`;
  return new AppError('rate_limited', message, {
    detail: { message, try_after: endsMs / 1_000 },
    headers: { 'Retry-After': String(waitS) },
  });
}
