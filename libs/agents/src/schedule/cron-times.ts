import { AppError } from '@lectern/contracts/core';
import { Cron } from 'croner';

/** Least time between two runs. */
const INTERVAL_MS_MIN = 5 * 60_000;
/** Runs that are looked at for it. */
const LOOKED_AT = 50;
const PARTS = 5;
/** Runs that are shown. */
export const SHOWN_MAX = 5;

/** When something runs. */
export interface CronTimes {
  /** Five parts. */
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
}

/** @throws AppError `invalid_request` for times that cannot be read, that never come, or that come too often */
export function checkTimes(times: CronTimes, now: Date): void {
  if (times.cron.trim().split(/\s+/).length !== PARTS)
    throw refusedTime('cron has five parts: minute, hour, day of the month, month, day of the week');
  const runs = nextTimes(times, now, LOOKED_AT);
  if (runs.length === 0) throw refusedTime('cron describes times that never come');
  const gaps = runs.slice(1).map((run, at) => run.getTime() - (runs[at]?.getTime() ?? 0));
  if (gaps.some((gap) => gap < INTERVAL_MS_MIN)) throw refusedTime('A schedule runs at most every 5 minutes');
}

/** The next times after a time, in their order. @throws AppError `invalid_request` */
export function nextTimes({ cron, timezone }: CronTimes, after: Date, countMax: number): readonly Date[] {
  try {
    return new Cron(cron.trim(), { timezone, paused: true }).nextRuns(countMax, after);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refusedTime(`cron or timezone cannot be read: ${reason.slice(0, 300)}`);
  }
}

function refusedTime(message: string): AppError {
  return new AppError('invalid_request', message);
}
