import type { AnyOperation } from '@lectern/contracts/core';

const UNAVAILABLE = 503;
const RATE_LIMITED = 429;
/** Longest `Retry-After` to wait for; beyond it, the call fails and its caller decides. */
const PAUSE_MS_MAX = 10_000;
/** Random share added to the pause, so that clients refused together do not retry together. */
const SPREAD = 0.25;

/** Whether a call may be repeated: it only reads, so it does not matter whether the first one was carried out. */
export function mayRepeat({ http, lane }: Pick<AnyOperation, 'http' | 'lane'>): boolean {
  return lane !== undefined || http?.method === 'GET' || http?.method === 'HEAD';
}

/**
 * The pause before the call is repeated, as the server asks.
 *
 * @param random from 0 to 1
 * @returns undefined when the call should not be repeated: the refusal is not temporary, or lasts too long
 */
export function pauseMsOf({ status, headers }: Response, random = Math.random()): number | undefined {
  if (status !== UNAVAILABLE && status !== RATE_LIMITED) return undefined;
  const retryAfter = headers.get('retry-after') ?? '';
  if (!/^\d+$/.test(retryAfter)) return undefined;
  const askedMs = Number(retryAfter) * 1_000;
  return askedMs > PAUSE_MS_MAX ? undefined : askedMs * (1 + SPREAD * random);
}

/** @throws the signal's reason */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
  });
}
