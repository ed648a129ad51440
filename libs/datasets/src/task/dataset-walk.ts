import { AgentEngine, loggedLines, type ModelsOfBox, passesFilter, severalAtOnce } from '@lectern/augmentation';
import { joinedFindings } from '@lectern/augmentation';
import { AppError, validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import type { HeldRun } from '@lectern/database';
import { ResultQueue } from '@lectern/processing-api';
import { BlockedAccounts } from '@lectern/understanding';
import { Injectable } from '@nestjs/common';
import type { FieldRow } from '../arrow/partition-message';
import { DatasetRows } from '../rows/dataset-rows';
import type { DatasetPosition, DatasetTaskEntity } from '../rows/dataset-task.entity';
import { type DatasetItem, datasetItem, filteredItem } from './dataset-item';
import { PartitionRows } from './partition-rows';
import { type ItemFindings, resultMessage } from './result-message';

/** Duration of a turn, after which tasks of others run. */
const TURN_MS = 60_000;
/** Rows that are delivered together. */
const ROWS_PER_DELIVERY = 16;
const ROWS_AT_ONCE = 4;
/** Unacknowledged results of a client with which its tasks wait. */
const RESULTS_WAITING_MAX = 10_000;
const QUEUE_FULL_MS = 5_000;
const BLOCKED_MS = 15_000;
const AT_LIMIT_MS = 60_000;

/** How a turn ends: the task is done, or continues later. */
export type TurnEnd =
  | { readonly isDone: true }
  | { readonly runAt: Date; readonly reason?: string; readonly log: string | null };

interface ReadRow {
  readonly item: DatasetItem | undefined;
  readonly findings: ItemFindings;
  /** For the log of the task. */
  readonly lines: readonly string[];
}

/** Runs a task over the rows of its dataset. */
@Injectable()
export class DatasetWalk {
  constructor(
    private readonly rows: DatasetRows,
    private readonly partitions: PartitionRows,
    private readonly engine: AgentEngine,
    private readonly results: ResultQueue,
    private readonly blocks: BlockedAccounts,
  ) {}

  /** Rows are delivered once, also if the turn is interrupted. */
  async turn(task: DatasetTaskEntity, run: HeldRun): Promise<TurnEnd> {
    const endMs = performance.now() + TURN_MS;
    const { account, dataset: id, nuaClient: client } = task;
    const parameters = validate(AgentParameters, task.parameters);
    const models = this.engine.modelsOf({ kbid: id, account, nuaClient: client });
    let { log } = task;
    for await (const page of this.partitions.from(task.position, { account, id, signal: run.signal })) {
      for (let from = 0; from < page.rows.length; from += ROWS_PER_DELIVERY) {
        run.signal.throwIfAborted();
        run.alive();
        if (performance.now() > endMs) return { runAt: new Date(), log };
        const wait = await this.mustWait({ account, client });
        if (wait) return { ...wait, log };
        const some = page.rows.slice(from, from + ROWS_PER_DELIVERY);
        const read = await severalAtOnce(some, ROWS_AT_ONCE, (row) =>
          this.read(row, { task, parameters, models, signal: run.signal }),
        ).catch(atLimit);
        if (!Array.isArray(read)) return { ...read, log };
        log = loggedLines(
          log,
          read.flatMap(({ lines }) => lines),
        );
        await this.deliver(task, { read, log, position: page.at(from + some.length) }, run);
      }
    }
    return { isDone: true };
  }

  private async mustWait(owner: { readonly account: string; readonly client: string }) {
    if (await this.blocks.isBlocked(owner.account, 'generative'))
      return { runAt: new Date(Date.now() + BLOCKED_MS), reason: 'Waits: the account is blocked' };
    if ((await this.results.waiting(owner)) < RESULTS_WAITING_MAX) return undefined;
    const reason = `Waits: the queue of the NUA client has ${RESULTS_WAITING_MAX} messages`;
    return { runAt: new Date(Date.now() + QUEUE_FULL_MS), reason };
  }

  private async read(row: FieldRow, { task, parameters, models, signal }: Reading): Promise<ReadRow> {
    const item = datasetItem(row);
    const nothing = { found: joinedFindings([]), errors: [] };
    const name = `${row.rid}/${row.fieldType}/${row.field}`.slice(0, 300);
    if (typeof item === 'string') return { item: undefined, findings: nothing, lines: [`${name}: ${item}`] };
    if (!passesFilter(parameters.filter, filteredItem(item))) return { item, findings: nothing, lines: [] };
    try {
      const box = { kbid: task.dataset, account: task.account, nuaClient: task.nuaClient };
      const { found, errors } = await this.engine.run(parameters, item.text, {
        box,
        sealed: task.sealed,
        signal,
        models,
      });
      return { item, findings: { found, errors }, lines: errors.map((error) => `${name}: ${error}`) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
      return { item, findings: { ...nothing, errors: [error.message] }, lines: [`${name}: ${error.message}`] };
    }
  }

  private async deliver(
    task: DatasetTaskEntity,
    {
      read,
      log,
      position,
    }: { readonly read: readonly ReadRow[]; readonly log: string | null; readonly position: DatasetPosition },
    run: HeldRun,
  ): Promise<void> {
    const { id, account, dataset, nuaClient: client } = task;
    const now = new Date();
    await this.rows.transactions.run(async (tx) => {
      if (!(await this.rows.tasks.advance(id, { position, log }, tx)))
        throw new AppError('cancelled', 'The task was stopped');
      for (const { item, findings } of read) {
        if (!item) continue;
        const { rid, basic } = item.row;
        const message = (record: { readonly id: string; readonly seq: number }) =>
          resultMessage(item, findings, { ...record, dataset, now });
        await this.results.add({ account, client, kbid: dataset, resourceId: rid, title: basic.title, message }, tx);
      }
      await run.save(position, { tx });
    });
  }
}

/** Rows that meet a limit of the account or of the client wait until something is left. */
function atLimit(error: unknown): { readonly runAt: Date; readonly reason: string } {
  if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
  return { runAt: new Date(Date.now() + AT_LIMIT_MS), reason: `Waits: ${error.message}` };
}

interface Reading {
  readonly task: DatasetTaskEntity;
  readonly parameters: AgentParameters;
  readonly models: ModelsOfBox;
  readonly signal: AbortSignal;
}
