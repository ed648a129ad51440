import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import type { EngineCalls } from './engine-calls';
import { engineError, isFull, isRejected } from './opensearch-errors';

const operationsMax = 1_000;
const requestBytesMax = 8 * 2 ** 20;
/** How long rejected writes are sent again, waiting longer each time. */
const patienceMs = 30_000;
const delayMsMin = 50;
const delayMsMax = 2_000;

/** One line of a bulk request, or two. */
export interface BulkOperation {
  readonly action: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly document?: object;
}

/** What became of one: done, nothing there to delete, or refused because of its version. */
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

/** Many writes to one index, as fast as the cluster takes them. */
export class BulkWriter {
  constructor(private readonly calls: EngineCalls) {}

  /**
   * Sends operations in order, in requests that the cluster can hold. What it rejects because it has too much to do is
   * sent again, each operation alone.
   *
   * @returns an outcome for each operation
   * @throws AppError `unavailable`, `storage_full`, `deadline_exceeded`; some may have been done by then
   */
  async run(index: string, operations: readonly BulkOperation[]): Promise<BulkOutcome[]> {
    const untilMs = performance.now() + patienceMs;
    const outcomes: BulkOutcome[] = [];
    for (const lines of requestsOf(operations)) {
      const items = await this.patiently(untilMs, () => this.send(index, lines));
      for (const [i, item] of items.entries()) {
        const isTooMuch = item.status === 429 && !isFullItem(item);
        outcomes.push(outcomeOf(isTooMuch ? await this.sendAlone(index, lines[i] ?? '', untilMs) : item));
      }
    }
    return outcomes;
  }

  private async sendAlone(index: string, line: string, untilMs: number): Promise<BulkItem> {
    return this.patiently(untilMs, async () => {
      const [item] = await this.send(index, [line]);
      if (!item) throw engineError(new Error('it left a write unanswered'));
      if (item.status === 429 && !isFullItem(item)) throw new Rejection(item.error?.reason);
      return item;
    });
  }

  private async send(index: string, lines: readonly string[]): Promise<BulkItem[]> {
    const answer = await this.calls.write<{ items: Record<string, BulkItem>[] }>((client) =>
      client.transport.request({
        method: 'POST',
        path: `/${index}/_bulk`,
        querystring: { require_alias: true, timeout: `${this.calls.timeoutMs}ms` },
        bulkBody: lines.join(''),
      }),
    );
    return answer.items.flatMap((item) => Object.values(item));
  }

  private async patiently<T>(untilMs: number, work: () => Promise<T>): Promise<T> {
    for (let delayMs = delayMsMin; ; delayMs = Math.min(delayMs * 2, delayMsMax)) {
      try {
        return await work();
      } catch (error) {
        const isTooMuch = error instanceof Rejection || isRejected(error);
        if (!isTooMuch) throw error;
        if (performance.now() + delayMs > untilMs) throw engineError(new Error('it has too much to write'));
        await sleep(delayMs * (0.5 + Math.random() / 2));
      }
    }
  }
}

/** An item that the cluster has no room for at the moment. */
class Rejection extends Error {}

function* requestsOf(operations: readonly BulkOperation[]): Generator<string[]> {
  let [lines, sizeBytes]: [string[], number] = [[], 0];
  for (const { action, document } of operations) {
    const line = `${JSON.stringify(action)}\n${document ? `${JSON.stringify(document)}\n` : ''}`;
    const lineBytes = Buffer.byteLength(line);
    if (lines.length === operationsMax || (lines.length > 0 && sizeBytes + lineBytes > requestBytesMax)) {
      yield lines;
      [lines, sizeBytes] = [[], 0];
    }
    lines.push(line);
    sizeBytes += lineBytes;
  }
  if (lines.length > 0) yield lines;
}

function outcomeOf(item: BulkItem): BulkOutcome {
  const { status, error } = item;
  const isConflict = error?.type === 'version_conflict_engine_exception';
  const isMissingIndex = error?.type === 'index_not_found_exception';
  if (error && !isConflict && !isMissingIndex) throw itemError(item);
  return { status, isConflict, isMissingIndex, seqNo: item._seq_no ?? -1, primaryTerm: item._primary_term ?? -1 };
}

function isFullItem({ error }: BulkItem): boolean {
  return error !== undefined && isFull(error.type, error.reason);
}

function itemError(item: BulkItem): AppError {
  const { status, error } = item;
  if (isFullItem(item)) return new AppError('storage_full', `OpenSearch cannot store more: ${error?.reason}`);
  return engineError(new Error(`it refused a write (${status} ${error?.type}): ${error?.reason}`));
}
