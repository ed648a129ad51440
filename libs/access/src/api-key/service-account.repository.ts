import { AppError, asUuid } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServiceAccountEntity } from './service-account.entity';

@Injectable()
export class ServiceAccountRepository {
  async insert(serviceAccount: ServiceAccountEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ServiceAccountEntity, serviceAccount);
  }

  async count(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ServiceAccountEntity, { kbid });
  }

  /** Oldest first. */
  async list(kbid: string, tx: EntityManager): Promise<ServiceAccountEntity[]> {
    return tx.find(ServiceAccountEntity, { where: { kbid }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError `not_found` */
  async get(kbid: string, id: string, tx: EntityManager): Promise<ServiceAccountEntity> {
    const uuid = asUuid(id);
    const row = uuid === undefined ? null : await tx.findOneBy(ServiceAccountEntity, { kbid, id: uuid });
    if (!row) throw new AppError('not_found', 'Service account not found');
    return row;
  }

  async delete(kbid: string, id: string, tx: EntityManager): Promise<void> {
    await tx.delete(ServiceAccountEntity, { kbid, id });
  }
}
