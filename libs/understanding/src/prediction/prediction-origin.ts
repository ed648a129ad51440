import type { PredictionOrigin } from '@lectern/contracts/understanding';
import { randomBytes } from 'node:crypto';

/** A new id for a prediction of `model`. @param requestId of the triggering request */
export function newPredictionOrigin(model: string, requestId: string): PredictionOrigin {
  return { learningId: randomBytes(16).toString('hex'), model, traceId: requestId };
}

/** Seconds since `startedAtMs`, a value of `performance.now()`. */
export function secondsSince(startedAtMs: number): number {
  return (performance.now() - startedAtMs) / 1_000;
}
