import { Bus } from '@lectern/bus';
import { findUsagePosition, forgetUsageJournal, recordUsage } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import type { JournalLine, JournalPart, JournalSink } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';

/** Kinds of journal lines, with their letters. */
export const usageKinds = { event: 'U' } as const;

const call = { principal: systemPrincipal };

/** Delivers usage to the accounts host, which stores a part and its position together. */
@Injectable()
export class UsageSink implements JournalSink<keyof typeof usageKinds> {
  constructor(private readonly bus: Bus) {}

  async position(journal: string): Promise<number> {
    return (await later(this.bus.request(findUsagePosition, { body: { journal } }, call))).position;
  }

  async write({ id, from, to }: JournalPart, lines: readonly JournalLine<keyof typeof usageKinds>[]): Promise<boolean> {
    const events = lines.filter(({ kind }) => kind !== undefined).map(({ json }) => ({ event: JSON.parse(json) }));
    const body = { journal: id, from, to, events };
    return (await later(this.bus.request(recordUsage, { body }, call))).isNew;
  }

  async forget(journal: string): Promise<void> {
    await later(this.bus.request(forgetUsageJournal, { body: { journal } }, call));
  }
}

/** Only events that are wrong are given up; an accounts host that refuses for another reason may take them later. */
async function later<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'invalid_request') throw error;
    throw new AppError('unavailable', error.message, {}, { cause: error });
  }
}
