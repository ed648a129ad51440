import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SigningKeyEntity } from './signing-key.entity';

/** Any fixed number: the first half of the lock's key. */
const LOCK_CLASS = 0x1ec9;

@Injectable()
export class SigningKeyRepository {
  /** Newest first. Other processes that ask wait until the transaction ends, so that only one makes the first key. */
  async listLocked(tx: EntityManager): Promise<SigningKeyEntity[]> {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))', [LOCK_CLASS]);
    return tx.find(SigningKeyEntity, { order: { created: 'DESC' } });
  }

  async insert(key: SigningKeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(SigningKeyEntity, key);
  }
}
