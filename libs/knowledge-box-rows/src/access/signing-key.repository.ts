import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SigningKeyEntity } from './signing-key.entity';

@Injectable()
export class SigningKeyRepository {
  /** Newest first. Other processes that ask wait until the transaction ends, so that only one makes the first key. */
  async listLocked(tx: EntityManager): Promise<SigningKeyEntity[]> {
    await lockName(tx, 'first signing key');
    return tx.find(SigningKeyEntity, { order: { created: 'DESC' } });
  }

  async insert(key: SigningKeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(SigningKeyEntity, key);
  }
}
