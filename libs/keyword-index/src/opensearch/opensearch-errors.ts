import { AppError, memberNamed } from '@lectern/contracts/core';
import { errors } from '@opensearch-project/opensearch';

const MESSAGE_CHARS_MAX = 500;
const RETRY_AFTER_S = 5;

/** Converts an error of the client or the cluster into ours. */
export function engineError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const [code, text] = judged(error);
  const headers = code === 'unavailable' ? { 'Retry-After': String(RETRY_AFTER_S) } : undefined;
  return new AppError(code, text.slice(0, MESSAGE_CHARS_MAX), headers ? { headers } : {}, { cause: error });
}

function judged(error: unknown): ['unavailable' | 'storage_full' | 'deadline_exceeded' | 'invalid_request', string] {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof errors.TimeoutError) return ['deadline_exceeded', 'OpenSearch did not answer in time'];
  if (!(error instanceof errors.ResponseError)) return ['unavailable', `OpenSearch cannot be asked: ${message}`];
  const { type, reason } = engineRefusal(error.body);
  if (isClusterFull(type, reason)) return ['storage_full', `OpenSearch cannot store more: ${reason}`];
  if (/too_many_(nested_)?clauses/.test(type) || /maxClauseCount|nested too deep/i.test(reason))
    return ['invalid_request', 'The filter has more parts than the keyword index can take'];
  return ['unavailable', `OpenSearch refused (${error.statusCode ?? 'no status'} ${type}): ${reason || message}`];
}

/** The disk is past its flood stage, or the cluster has its maximum number of shards. */
export function isClusterFull(type: string, reason: string): boolean {
  if (type === 'cluster_block_exception') return /read-only-allow-delete|flood-stage|create-index/.test(reason);
  return /maximum (\w+ )?shards open/.test(reason);
}

/** Too many requests; the same may be retried later. */
export function isRejected(error: unknown): boolean {
  return opensearchStatus(error) === 429 && !(error instanceof AppError && error.code === 'storage_full');
}

/** An unknown knowledge box has neither an index nor an alias. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (
      opensearchStatus(error) === 404 &&
      /^(index_not_found_exception|alias .* missing)$/.test(opensearchErrorType(error))
    )
      if (!isReplaced(error)) return undefined;
    throw error;
  }
}

/** The cluster's report of a missing index: the alias of a box, or the numbered index that the alias referred to. */
export interface MissingIndex {
  readonly type: string;
  readonly reason: string;
}

/**
 * Whether the missing index had its alias until recently: it was replaced, or the box was dropped. A second request by
 * alias tells which.
 */
export function wasReplaced({ type, reason }: MissingIndex): boolean {
  return type === 'index_not_found_exception' && /no such index \[[^\]]*-[0-9a-f]{12}-\d+\]/.test(reason);
}

function isReplaced(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof errors.ResponseError && wasReplaced(engineRefusal(cause.body));
}

/** Some of the requested documents could not be read because the index starts or is removed. They may exist. */
export class UnreadError extends Error {
  override readonly name = 'UnreadError';
}

export function opensearchErrorType(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof errors.ResponseError ? engineRefusal(cause.body).type : '';
}

export function opensearchStatus(error: unknown): number | undefined {
  const cause = causeOf(error);
  return cause instanceof errors.ResponseError ? (cause.statusCode ?? undefined) : undefined;
}

/** An index that was just created or moved has no active shard yet; a replaced one is no longer queried. */
export function isStarting(error: unknown): boolean {
  if (error instanceof UnreadError || isReplaced(error)) return true;
  return (
    opensearchStatus(error) === 503 && /^(search_phase_execution|no_shard_available)/.test(opensearchErrorType(error))
  );
}

/** Whether the whole cluster is away, not one index. */
export function isClusterAway(error: unknown): boolean {
  if (error instanceof AppError && error.code === 'deadline_exceeded') return true;
  const cause = causeOf(error);
  if (cause instanceof errors.ConnectionError || cause instanceof errors.TimeoutError) return true;
  if (cause instanceof errors.NoLivingConnectionsError) return true;
  return (
    [502, 503, 504].includes(opensearchStatus(error) ?? 0) && !/shard|search_phase/.test(opensearchErrorType(error))
  );
}

/** Whether the cluster answered and this index is the cause. */
export function isOfIndex(error: unknown): boolean {
  return causeOf(error) instanceof errors.ResponseError && !isClusterAway(error);
}

function causeOf(error: unknown): unknown {
  return error instanceof AppError ? error.cause : error;
}

function engineRefusal(body: unknown): { readonly type: string; readonly reason: string } {
  const error = memberNamed(body, 'error');
  const [root] = [memberNamed(error, 'root_cause')].flat();
  const [type, reason] = [memberNamed(error, 'type'), memberNamed(error, 'reason')];
  const rootReason = memberNamed(root, 'reason');
  // An error without details is a string.
  if (typeof error === 'string') return { type: error, reason: error };
  return { type: String(type ?? ''), reason: String(rootReason ?? reason ?? '') };
}
