import { WAIT_S_MAX } from '@lectern/contracts/knowledge-box';

/** Seconds of `wait` without a value. */
const WAIT_S = 5;
/** A preference up to its parameters; its value may be quoted. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"(\d{1,9})"|(\d{1,9}))\s*)?(?:;|$)/i;

/**
 * Seconds that a request prefers to wait for its outcome, RFC 7240; undefined where it does not say, or not so that it
 * can be understood. The first of several counts.
 *
 * @param header all values, joined by commas
 */
export function preferredWaitS(header: string | undefined): number | undefined {
  const preferences = header?.split(',') ?? [];
  const wait = preferences.find((one) => /^\s*wait\b/i.test(one));
  const [whole, quoted, plain] = WAIT.exec(wait ?? '') ?? [];
  if (whole === undefined) return undefined;
  return Math.min(Number(quoted ?? plain ?? WAIT_S), WAIT_S_MAX);
}
