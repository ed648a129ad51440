import { AppError, type Constructor } from '@lectern/contracts/core';
import { admitWithinQuota, isUniqueViolation, lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgenticConfigEntity, AgenticSourceEntity } from './agentic-record.entity';

const PER_BOX_MAX = 100;

/** Names a record of a knowledge box. */
export interface AgenticKey {
  readonly kbid: string;
  readonly id: string;
}

/** Kinds of records, with their names for people. */
const kinds = {
  configuration: AgenticConfigEntity,
  source: AgenticSourceEntity,
} as const satisfies Readonly<Record<string, Constructor>>;

/** Kind of a record. */
export type AgenticKind = keyof typeof kinds;

/** Configurations and sources of knowledge boxes that answer as agents. */
@Injectable()
export class AgenticRecordRepository {
  /** By age. */
  async list(kind: AgenticKind, kbid: string, tx: EntityManager): Promise<AgenticConfigEntity[]> {
    return tx.find(kinds[kind], { where: { kbid }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError `not_found` */
  async get(kind: AgenticKind, { kbid, id }: AgenticKey, tx: EntityManager): Promise<AgenticConfigEntity> {
    return (await tx.findOneBy(kinds[kind], { kbid, id })) ?? unknownRecord(kind, id);
  }

  /** Prevents others from changing it until the transaction ends. @throws AppError `not_found` */
  async hold(kind: AgenticKind, key: AgenticKey, tx: EntityManager): Promise<AgenticConfigEntity> {
    await lockName(tx, `agentic-${kind}/${key.kbid}/${key.id}`);
    return this.get(kind, key, tx);
  }

  /** @throws AppError `quota_exceeded`, `conflict` */
  async insert(kind: AgenticKind, record: AgenticConfigEntity, tx: EntityManager): Promise<void> {
    const { kbid, id } = record;
    await admitWithinQuota(tx, {
      name: `agentic-${kind}/${kbid}`,
      count: () => tx.countBy(kinds[kind], { kbid }),
      max: PER_BOX_MAX,
      refusal: `A knowledge box has at most ${PER_BOX_MAX} ${kind}s`,
    });
    const row: object = record; // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(kinds[kind], row).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', `The knowledge box has a ${kind} with the id ${id}`);
    });
  }

  /** While it is held. */
  async update(kind: AgenticKind, { kbid, id, config }: AgenticConfigEntity, tx: EntityManager): Promise<void> {
    const changed: object = { config }; // as in `insert`
    await tx.update(kinds[kind], { kbid, id }, changed);
  }

  /** @throws AppError `not_found` */
  async delete(kind: AgenticKind, { kbid, id }: AgenticKey, tx: EntityManager): Promise<void> {
    if (!(await tx.delete(kinds[kind], { kbid, id })).affected) unknownRecord(kind, id);
  }
}

function unknownRecord(kind: AgenticKind, id: string): never {
  throw new AppError('not_found', `The knowledge box has no ${kind} with the id ${id}`);
}
