import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts/core';
import type { EngineCalls } from './engine-calls';
import { engineError, isClusterFull, isRejected, wasReplaced } from './opensearch-errors';

const OPERATIONS_MAX = 1_000;
const REQUEST_BYTES_MAX = 8 * 2 ** 20;
/** Size of the documents created per turn of the event loop: about 10 ms with the analysis of their words. */
const BYTES_AT_ONCE_MAX = 256 * 2 ** 10;
const TOO_MUCH = 429;
/** How long rejected writes are retried, with increasing delays, while none of them is accepted. */
const PATIENCE_MS = 30_000;
const DELAY_MS_MIN = 50;
const DELAY_MS_MAX = 2_000;

/** One or two lines of a bulk request. */
export interface BulkOperation {
  readonly action: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly document?: object;
}

/** Outcome of one operation: done, nothing to delete, or refused because of its version. */
export interface BulkOutcome {
  readonly status: number;
  readonly isConflict: boolean;
  readonly isMissingIndex: boolean;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason: string };
  readonly _seq_no?: number;
  readonly _primary_term?: number;
}

/** Sends many writes to one index, as fast as the cluster accepts them. */
export class BulkWriter {
  constructor(private readonly calls: EngineCalls) {}

  /**
   * Sends operations in order, in requests that the cluster can hold, created while sending. Only operations that the
   * cluster rejects because it is busy are retried after a delay, each time half as many at once, down to one, until
   * the cluster keeps up.
   *
   * @param index an alias of an index, so that none is created by accident, unless `isAlias` is false
   * @returns an outcome for each operation
   * @throws AppError `unavailable`, `storage_full`, `deadline_exceeded`; some may have been done by then
   */
  async run(
    index: string,
    operations: readonly BulkOperation[] | AsyncIterable<Iterable<BulkOperation>>,
    { isAlias = true }: { readonly isAlias?: boolean } = {},
  ): Promise<BulkOutcome[]> {
    const path = `/${index}/_bulk?require_alias=${isAlias}&timeout=${this.calls.timeoutMs}ms`;
    const outcomes: BulkOutcome[] = [];
    for await (const lines of requestsOf(Symbol.asyncIterator in operations ? operations : [operations]))
      outcomes.push(...(await this.untilTaken(path, lines)));
    return outcomes;
  }

  private async untilTaken(path: string, lines: readonly string[]): Promise<BulkOutcome[]> {
    const outcomes: BulkOutcome[] = [];
    let pending = [...lines.keys()];
    let atOnce = lines.length;
    let delayMs = DELAY_MS_MIN;
    for (let progressMs = performance.now(); pending.length > 0;) {
      const sent = pending.slice(0, atOnce);
      const items = await this.sendOrReject(
        path,
        sent.map((i) => lines[i] ?? ''),
      );
      const rejected = sent.filter((_, i) => isRejectedItem(items[i]));
      for (const [i, item] of items.entries()) if (!isRejectedItem(item)) outcomes[sent[i] ?? 0] = outcomeOf(item);
      pending = [...rejected, ...pending.slice(atOnce)];
      if (rejected.length < sent.length) [progressMs, delayMs] = [performance.now(), DELAY_MS_MIN];
      if (rejected.length === 0) {
        atOnce *= 2;
        continue;
      }
      if (performance.now() - progressMs > PATIENCE_MS) throw engineError(new Error('it has too much to write'));
      await sleep(delayMs * (0.5 + Math.random() / 2));
      [atOnce, delayMs] = [Math.ceil(atOnce / 2), Math.min(delayMs * 2, DELAY_MS_MAX)];
    }
    return outcomes;
  }

  /** The cluster may reject a request as a whole before it looks at its items. */
  private async sendOrReject(path: string, lines: readonly string[]): Promise<BulkItem[]> {
    try {
      return await this.send(path, lines);
    } catch (error) {
      if (isRejected(error)) return lines.map(() => ({ status: TOO_MUCH }));
      throw error;
    }
  }

  private async send(path: string, lines: readonly string[]): Promise<BulkItem[]> {
    const answer = await this.calls.write<{ items: Record<string, BulkItem>[] }>((client) =>
      client.transport.request({ method: 'POST', path, bulkBody: lines.join('') }),
    );
    return answer.items.flatMap((item) => Object.values(item));
  }
}

async function* requestsOf(
  pages: Iterable<Iterable<BulkOperation>> | AsyncIterable<Iterable<BulkOperation>>,
): AsyncGenerator<string[]> {
  let [lines, sizeBytes]: [string[], number] = [[], 0];
  let bytesAtOnce = 0;
  for await (const page of pages)
    for (const { action, document } of page) {
      const line = `${JSON.stringify(action)}\n${document ? `${JSON.stringify(document)}\n` : ''}`;
      const lineBytes = Buffer.byteLength(line);
      if (lines.length === OPERATIONS_MAX || (lines.length > 0 && sizeBytes + lineBytes > REQUEST_BYTES_MAX)) {
        yield lines;
        [lines, sizeBytes] = [[], 0];
      }
      lines.push(line);
      sizeBytes += lineBytes;
      bytesAtOnce += lineBytes;
      if (bytesAtOnce < BYTES_AT_ONCE_MAX) continue;
      await yieldToOthers();
      bytesAtOnce = 0;
    }
  if (lines.length > 0) yield lines;
}

function outcomeOf(item: BulkItem): BulkOutcome {
  const { status, error } = item;
  const isConflict = error?.type === 'version_conflict_engine_exception';
  const isMissingIndex = error?.type === 'index_not_found_exception' && !wasReplaced(error);
  if (error && !isConflict && !isMissingIndex) throw itemError(item);
  return { status, isConflict, isMissingIndex, seqNo: item._seq_no ?? -1, primaryTerm: item._primary_term ?? -1 };
}

function isRejectedItem(item: BulkItem | undefined): boolean {
  return item?.status === TOO_MUCH && !isFullItem(item);
}

function isFullItem({ error }: BulkItem): boolean {
  return error !== undefined && isClusterFull(error.type, error.reason);
}

function itemError(item: BulkItem): AppError {
  const { status, error } = item;
  if (isFullItem(item)) return new AppError('storage_full', `OpenSearch cannot store more: ${error?.reason}`);
  return engineError(new Error(`it refused a write (${status} ${error?.type}): ${error?.reason}`));
}
