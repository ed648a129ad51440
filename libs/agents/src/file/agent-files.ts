import { BlobStore } from '@lectern/blob-store';
import { type AgentFileReference, writeAgentFile } from '@lectern/contracts/agents';
import { AppError, asUuid } from '@lectern/contracts/core';
import { lockName, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { AgentFileEntity } from './agent-file.entity';
import { type AgentFileEnd, type AgentFileKey, AgentFileRepository } from './agent-file.repository';

/** Files of an agent that are kept, exports and those that failed included. */
const FILES_MAX = 100;
const UNFINISHED_MAX = 10;
const RETRY_AFTER_S = 30;

/** Blob key of a file. It is deleted with the other files of its agent. */
export function keyOfAgentFile({ agent, id }: AgentFileReference): string {
  return `kb/${agent}/agent-file/${id}`;
}

/** Files of agents, which a task writes: their rows, and their bytes. */
@Injectable()
export class AgentFiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly rows: AgentFileRepository,
    private readonly tasks: TaskQueue,
    private readonly blobs: BlobStore,
  ) {}

  /** Has a file written. @throws AppError `rate_limited`, `quota_exceeded`, `unavailable` */
  async request(row: AgentFileEntity): Promise<void> {
    const { agent, id } = row;
    await this.transactions.run(async (tx) => {
      await lockName(tx, `agent-files/${agent}`);
      if ((await this.rows.countUnfinished(agent, tx)) >= UNFINISHED_MAX) throw tooManyUnfinished();
      if ((await this.rows.count(agent, tx)) >= FILES_MAX)
        throw new AppError('quota_exceeded', `An agent has at most ${FILES_MAX} files: delete requests of downloads`);
      await this.rows.insert(row, tx);
      await this.tasks.add(writeAgentFile, { agent, id }, { tx, serialBy: agent, tenant: agent });
    });
  }

  /** @param key its ids in either case */
  async find({ agent, id }: AgentFileKey): Promise<AgentFileEntity | undefined> {
    const key = { agent, id: id.toLowerCase() };
    return (await this.transactions.read((tx) => this.rows.find(key, tx))) ?? undefined;
  }

  /** Files of interactions, newest first. */
  async listInteractions(agent: string): Promise<readonly AgentFileEntity[]> {
    return this.transactions.read((tx) => this.rows.listInteractions(agent, tx));
  }

  /** The file is written, or cannot be. @returns whether it still exists */
  async end(key: AgentFileKey, changes: AgentFileEnd): Promise<boolean> {
    return this.transactions.run((tx) => this.rows.end(key, changes, tx));
  }

  /** Where its bytes cannot be deleted now, the sweep of files does it later: no row names them any longer. */
  async delete(key: AgentFileKey): Promise<void> {
    await this.transactions.single((tx) => this.rows.delete(key, tx));
    await this.blobs.delete(keyOfAgentFile(key));
  }

  /** Those of the keys that belong to existing files. @throws AppError `unavailable` */
  async named(keys: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(keys);
    const ids = keys.flatMap((key) => asUuid(key.split('/').at(-1) ?? '') ?? []);
    const rows = await this.transactions.read((tx) => this.rows.listWithIds(ids, tx));
    return rows.map(keyOfAgentFile).filter((key) => wanted.has(key));
  }
}

function tooManyUnfinished(): AppError {
  const message = `The agent has ${UNFINISHED_MAX} files that are not finished`;
  const detail = { message, try_after: Date.now() / 1_000 + RETRY_AFTER_S };
  return new AppError('rate_limited', message, { detail, headers: { 'Retry-After': String(RETRY_AFTER_S) } });
}
