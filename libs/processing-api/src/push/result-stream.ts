import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobStore } from '@lectern/blob-store';
import { AppError, type Principal } from '@lectern/contracts/core';
import {
  type ProcessingResultEvent,
  type ProcessingResultsQuery,
  type ResultType,
  resultTypes,
} from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { ProcessingRecordRepository, type ShownRecord } from './processing-record.repository';
import { Injectable } from '@nestjs/common';
import { decodeMessage, type MessageFile } from '@lectern/augmentation';
import { readMessage } from '@lectern/contracts/messages';
import { FileTokens } from './file-tokens';
import { accountOf } from '@lectern/understanding';
import { eventsOf } from './result-events';

/** Interval between checks whether a push has ended. */
const LOOK_MS = 500;
const ALIVE_MS = 15_000;
/** A client that wants to wait longer sends a new request. */
const STREAM_MS_MAX = 3_600_000;

/** Options of a stream. */
export interface StreamRequest {
  readonly id: string;
  readonly query: ProcessingResultsQuery;
  readonly lastEventId?: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Streams results. */
@Injectable()
export class ResultStream {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: ProcessingRecordRepository,
    private readonly tokens: FileTokens,
    private readonly blobs: BlobStore,
  ) {}

  /** @throws AppError `not_found`, `invalid_request`, `cancelled` */
  async *stream(request: StreamRequest): AsyncGenerator<ProcessingResultEvent> {
    const { query, lastEventId, principal, signal } = request;
    const account = accountOf(principal);
    const after = lastEventNumber(lastEventId);
    const record = yield* this.ended(request, account);
    const wanted = query.data_types ?? [];
    const types: ReadonlySet<ResultType> = new Set(wanted.length > 0 ? wanted : resultTypes);
    const isCompleted = record.endedAt !== null && !record.failed;
    if (isCompleted) {
      const bytes = await this.transactions.read((tx) => this.records.findMessage(record.id, tx));
      if (!bytes) throw new AppError('not_found', `The result of ${record.id} has expired`);
      const reading = {
        text: (file: MessageFile) => this.read<never>('ExtractedText', file, account),
        vectors: (file: MessageFile) => this.read<never>('VectorObject', file, account),
      };
      for await (const event of eventsOf(decodeMessage(bytes), reading, { types, after })) {
        signal.throwIfAborted();
        yield event;
      }
    }
    yield { data: { type: 'end', completed: isCompleted, failed: record.failed } };
  }

  /** Yields heartbeats until a push has ended, or the stream has been open for an hour. */
  private async *ended(
    { id, signal }: StreamRequest,
    account: string,
  ): AsyncGenerator<ProcessingResultEvent, ShownRecord> {
    const startMs = performance.now();
    let aliveMs = -Infinity;
    for (;;) {
      signal.throwIfAborted();
      const record = await this.transactions.read((tx) => this.records.get(id, account, tx));
      const nowMs = performance.now();
      if (record.endedAt !== null || nowMs - startMs > STREAM_MS_MAX) return record;
      if (nowMs - aliveMs >= ALIVE_MS) {
        aliveMs = nowMs;
        yield {};
      }
      await sleep(LOOK_MS, undefined, { signal });
    }
  }

  private async read<T>(type: string, { uri }: MessageFile, account: string): Promise<T> {
    const file = this.tokens.read(uri, account, new Date());
    if (!file) throw new AppError('not_found', 'A file of the result has expired');
    return readMessage<T>(type, await buffer(await this.blobs.read(file.key)));
  }
}

/** @throws AppError `invalid_request` */
function lastEventNumber(id: string | undefined): number {
  if (id === undefined || id === '') return 0;
  if (!/^\d{1,9}$/.test(id)) throw new AppError('invalid_request', 'Last-Event-ID does not come from this stream');
  return Number(id);
}
