import { Bus } from '@lectern/bus';
import { AppError, asUuid, type IndexFilter, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import type { TrainsetChunk, TrainsetPartitions, TrainsetPayload } from '@lectern/contracts/knowledge-box';
import { compileFilter } from '@lectern/contracts/search';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { trainsetBatches } from './trainset-batches';
import { checkedType, listsFilter, refuseKinds } from './trainset-filter';
import { TrainsetReader } from './trainset-reader';

/** The caller who reads a training set. */
interface Caller {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** Provides training sets of a knowledge box, which has one partition. */
@Injectable()
export class TrainsetService {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly reader: TrainsetReader,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `not_found` */
  async partitions(kbid: string, prefix = ''): Promise<TrainsetPartitions> {
    await this.boxes.get(kbid);
    return { partitions: kbid.startsWith(prefix) ? [kbid] : [] };
  }

  /** @throws AppError `not_found`, `invalid_request`, `invalid_query` */
  async *stream(
    kbid: string,
    { partition, payload }: { readonly partition: string; readonly payload: TrainsetPayload },
    caller: Caller,
  ): AsyncGenerator<TrainsetChunk> {
    await this.boxes.get(kbid);
    if (asUuid(partition) !== kbid) throw new AppError('not_found', `Partition ${partition} does not exist`);
    const type = checkedType(payload);
    const filter = { all: [listsFilter(payload, type), await this.compiled(kbid, payload, caller)] };
    const visibility = visibilityOfReads(caller.principal);
    const { filter: lists, exclude_text: excludeText, batch_size: batchSize } = payload;
    const wanted = { kbid, type, filter, visibility, labels: lists?.labels ?? [], excludeText };
    yield* trainsetBatches(this.reader.items(wanted, caller.signal), batchSize);
  }

  private async compiled(
    kbid: string,
    { filter_expression: expression }: TrainsetPayload,
    { principal, signal, requestId }: Caller,
  ): Promise<IndexFilter> {
    if (expression === undefined || expression === null) return { all: [] };
    const body = { kbid, filter_expression: expression };
    const { filter } = await this.bus.request(compileFilter, { body }, { principal, signal, requestId });
    if (filter) refuseKinds(filter);
    return filter ?? { all: [] };
  }
}
