import { AppError } from '@lectern/contracts/core';
import { admitWithinQuota, lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ScheduleEntity } from './schedule.entity';

const PER_AGENT_MAX = 50;

/** Names a schedule. */
export interface ScheduleKey {
  readonly agent: string;
  readonly id: string;
}

/** Schedules of agents. */
@Injectable()
export class ScheduleRepository {
  /** By age. */
  async list(agent: string, tx: EntityManager): Promise<ScheduleEntity[]> {
    return tx.find(ScheduleEntity, { where: { agent }, order: { created: 'ASC', id: 'ASC' } });
  }

  async find({ agent, id }: ScheduleKey, tx: EntityManager): Promise<ScheduleEntity | undefined> {
    return (await tx.findOneBy(ScheduleEntity, { agent, id })) ?? undefined;
  }

  /** @throws AppError `not_found` */
  async get(key: ScheduleKey, tx: EntityManager): Promise<ScheduleEntity> {
    return (await this.find(key, tx)) ?? unknownSchedule();
  }

  /** Prevents others from changing it until the transaction ends. */
  async hold(key: ScheduleKey, tx: EntityManager): Promise<ScheduleEntity | undefined> {
    await lockName(tx, `agent-schedule/${key.agent}/${key.id}`);
    return this.find(key, tx);
  }

  /** @throws AppError `quota_exceeded` */
  async insert(schedule: ScheduleEntity, tx: EntityManager): Promise<void> {
    const { agent } = schedule;
    await admitWithinQuota(tx, {
      name: `agent-schedules/${agent}`,
      count: () => tx.countBy(ScheduleEntity, { agent }),
      max: PER_AGENT_MAX,
      refusal: `An agent has at most ${PER_AGENT_MAX} schedules`,
    });
    const row: object = schedule; // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(ScheduleEntity, row);
  }

  /** While it is held. */
  async update({ agent, id }: ScheduleKey, members: Partial<ScheduleEntity>, tx: EntityManager): Promise<void> {
    const changed: object = members; // as in `insert`
    await tx.update(ScheduleEntity, { agent, id }, changed);
  }

  /** @throws AppError `not_found` */
  async delete({ agent, id }: ScheduleKey, tx: EntityManager): Promise<void> {
    if (!(await tx.delete(ScheduleEntity, { agent, id })).affected) unknownSchedule();
  }
}

/** @throws AppError `not_found` */
export function unknownSchedule(): never {
  throw new AppError('not_found', 'Schedule not found');
}
