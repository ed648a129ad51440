import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ZoneSigningKeyEntity } from './zone-signing-key.entity';

@Injectable()
export class ZoneSigningKeyRepository {
  /** Newest first. Locks until the transaction ends, so that only one process creates the first key. */
  async listLocked(tx: EntityManager): Promise<ZoneSigningKeyEntity[]> {
    await lockName(tx, 'first signing key');
    return tx.find(ZoneSigningKeyEntity, { order: { created: 'DESC' } });
  }

  async insert(key: ZoneSigningKeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ZoneSigningKeyEntity, key);
  }
}
