const RETRIES_MAX = 2;
const PAUSE_MS = 200;
const PAUSE_MS_MAX = 5_000;
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** How often a request may be retried: never when that could repeat its effect (RFC 9110 §9.2.2). */
export function retriesMax(method: string, isRepeatable = false): number {
  return isRepeatable || repeatable.has(method) ? RETRIES_MAX : 0;
}

export function isWorthRetrying(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/**
 * Pause before the next attempt: 200 ms, doubled each time, ± 50 %; or the time that the server asks for.
 *
 * @param attempt from 0
 * @param retryAfter the header: seconds or a date
 * @returns undefined when the server asks for more than 5 s: then its answer is passed on
 */
export function pauseMs(attempt: number, retryAfter?: string, nowMs = Date.now()): number | undefined {
  if (retryAfter === undefined) return PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
  const askedMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - nowMs;
  if (Number.isNaN(askedMs)) return pauseMs(attempt);
  return askedMs > PAUSE_MS_MAX ? undefined : Math.max(0, askedMs);
}
