import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ZoneEntity } from './zone.entity';

@Injectable()
export class ZoneRepository {
  /** By slug. */
  async list(tx: EntityManager): Promise<ZoneEntity[]> {
    return tx.find(ZoneEntity, { order: { slug: 'ASC' } });
  }

  /** Keeps the id of a zone that is known by its slug. */
  async put(zone: Omit<ZoneEntity, 'id'>, tx: EntityManager): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(ZoneEntity)
      .values({ ...zone, id: randomUUID() })
      .orUpdate(['title', 'origin', 'is_remote'], ['slug'])
      .execute();
  }
}
