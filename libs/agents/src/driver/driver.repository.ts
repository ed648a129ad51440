import { AppError } from '@lectern/contracts/core';
import { admitWithinQuota, isUniqueViolation, lockName, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DRIVERS_MAX } from '../agent/agent-limits';
import { DriverAccountEntity } from './driver-account.entity';
import { DriverEntity } from './driver.entity';

/** Names a driver. */
export interface DriverKey {
  readonly agent: string;
  readonly id: string;
}

/** Drivers of agents. */
@Injectable()
export class DriverRepository {
  /** In the order in which they were added. */
  async list(agent: string, tx: EntityManager): Promise<DriverEntity[]> {
    return tx.find(DriverEntity, { where: { agent }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** Prevents others from changing the driver until the transaction ends. @throws AppError `not_found` */
  async hold({ agent, id }: DriverKey, tx: EntityManager): Promise<DriverEntity> {
    await lockName(tx, `agent-driver/${agent}/${id}`);
    return (await tx.findOneBy(DriverEntity, { agent, id })) ?? unknownDriver();
  }

  /** @throws AppError `quota_exceeded`, `conflict` */
  async insert(driver: DriverEntity, tx: EntityManager): Promise<void> {
    const { agent, identifier } = driver;
    await admitWithinQuota(tx, {
      name: quotaOf(agent),
      count: () => tx.countBy(DriverEntity, { agent }),
      max: DRIVERS_MAX,
      refusal: `An agent has at most ${DRIVERS_MAX} drivers`,
    });
    const row: object = storable(driver); // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(DriverEntity, row).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', `The agent has a driver with the identifier ${identifier}`);
    });
  }

  /** Whether the agent has one. */
  async hasAny(agent: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(DriverEntity, { agent });
  }

  /** Deletes the drivers of an agent and adds others. Nobody adds one until the transaction ends. */
  async replaceAll(agent: string, drivers: readonly DriverEntity[], tx: EntityManager): Promise<void> {
    await lockName(tx, quotaOf(agent));
    await tx.delete(DriverEntity, { agent });
    const rows: readonly object[] = drivers; // as in `insert`
    if (rows.length > 0) await tx.insert(DriverEntity, [...rows]);
  }

  /** While it is held. */
  async update({ agent, id, name, config, secrets }: DriverEntity, tx: EntityManager): Promise<void> {
    const changed: object = storable({ name, config, secrets }); // as in `insert`
    await tx.update(DriverEntity, { agent, id }, changed);
  }

  /** @throws AppError `not_found` */
  async delete({ agent, id }: DriverKey, tx: EntityManager): Promise<void> {
    if (!(await tx.delete(DriverEntity, { agent, id })).affected) unknownDriver();
    await tx.delete(DriverAccountEntity, { agent, driver: id });
  }

  /** Of a deleted agent. */
  async purge(agent: string, tx: EntityManager): Promise<void> {
    await tx.delete(DriverEntity, { agent });
  }
}

function quotaOf(agent: string): string {
  return `agent-drivers/${agent}`;
}

function unknownDriver(): never {
  throw new AppError('not_found', 'Driver not found');
}
