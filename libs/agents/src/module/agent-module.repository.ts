import { type ModuleKind, MODULES_MAX } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentModuleEntity } from './agent-module.entity';

/** Few, since a statement is built in one turn of the event loop. */
const ROWS_PER_STATEMENT = 50;

/** Names the modules of one kind of a workflow. */
export interface ModuleListKey {
  readonly agent: string;
  readonly workflow: string;
  readonly kind: ModuleKind;
}

/** Names a module. */
export interface ModuleKey extends ModuleListKey {
  readonly id: string;
}

/** What is stored of a module. */
export type StoredModule = Pick<AgentModuleEntity, 'config' | 'secrets'>;

/** Modules of workflows. */
@Injectable()
export class AgentModuleRepository {
  /** In the order in which they run. */
  async list({ agent, workflow, kind }: ModuleListKey, tx: EntityManager): Promise<AgentModuleEntity[]> {
    return tx.find(AgentModuleEntity, { where: { agent, workflow, kind }, order: { position: 'ASC' } });
  }

  /** Modules of all kinds, in the order in which those of one kind run. */
  async ofWorkflow(agent: string, workflow: string, tx: EntityManager): Promise<AgentModuleEntity[]> {
    return tx.find(AgentModuleEntity, { where: { agent, workflow }, order: { position: 'ASC' } });
  }

  /** While the workflow is held. @throws AppError `quota_exceeded`, `conflict` */
  async append(key: ModuleKey, stored: StoredModule, tx: EntityManager): Promise<void> {
    const { agent, workflow } = key;
    const present = await this.ofWorkflow(agent, workflow, tx);
    if (present.length >= MODULES_MAX)
      throw new AppError('quota_exceeded', `A workflow has at most ${MODULES_MAX} modules`);
    if (present.some(({ id }) => id === key.id))
      throw new AppError('conflict', `The workflow has a module with the id ${key.id}`);
    const row: object = { ...key, position: (present.at(-1)?.position ?? 0) + 1, ...storable(stored) };
    await tx.insert(AgentModuleEntity, row);
  }

  /** Of new workflows, or of those that have none. */
  async insertAll(modules: readonly AgentModuleEntity[], tx: EntityManager): Promise<void> {
    const rows: readonly object[] = modules;
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
      await tx.insert(AgentModuleEntity, rows.slice(at, at + ROWS_PER_STATEMENT));
    }
  }

  async find({ agent, workflow, kind, id }: ModuleKey, tx: EntityManager): Promise<AgentModuleEntity | null> {
    return tx.findOneBy(AgentModuleEntity, { agent, workflow, kind, id });
  }

  /** @throws AppError `not_found` */
  async get(key: ModuleKey, tx: EntityManager): Promise<AgentModuleEntity> {
    return (await this.find(key, tx)) ?? unknownModule();
  }

  /** @throws AppError `not_found` */
  async replace(
    { agent, workflow, kind, id }: ModuleKey,
    { config, secrets }: StoredModule,
    tx: EntityManager,
  ): Promise<void> {
    const changed: object = storable({ config, secrets });
    if (!(await tx.update(AgentModuleEntity, { agent, workflow, kind, id }, changed)).affected) unknownModule();
  }

  /** While the workflow is held. @throws AppError `conflict` unless these are the modules of the list, each once */
  async reorder(key: ModuleListKey, ids: readonly string[], tx: EntityManager): Promise<void> {
    const present = await this.list(key, tx);
    const places = present.map(({ position }) => position);
    const isWhole = ids.length === present.length && present.every(({ id }) => ids.includes(id));
    if (!isWhole) throw new AppError('conflict', 'The workflow has other modules of this kind');
    for (const [index, id] of ids.entries()) {
      await tx.update(AgentModuleEntity, { ...key, id }, { position: places[index] });
    }
  }

  /** @throws AppError `not_found` */
  async delete(key: ModuleKey, tx: EntityManager): Promise<void> {
    if (!(await tx.delete(AgentModuleEntity, key)).affected) unknownModule();
  }

  /** Of a workflow that is removed for good. */
  async removeOf(agent: string, workflow: string, tx: EntityManager): Promise<void> {
    await tx.delete(AgentModuleEntity, { agent, workflow });
  }

  /** Of a deleted agent. */
  async purge(agent: string, tx: EntityManager): Promise<void> {
    await tx.delete(AgentModuleEntity, { agent });
  }
}

function unknownModule(): never {
  throw new AppError('not_found', 'Module not found');
}
