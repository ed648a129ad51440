import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SigningKeyEntity } from './signing-key.entity';

@Injectable()
export class SigningKeyRepository {
  async insert(key: SigningKeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(SigningKeyEntity, key);
  }

  /** Newest first. */
  async list(tx: EntityManager): Promise<SigningKeyEntity[]> {
    return tx.find(SigningKeyEntity, { order: { created: 'DESC' } });
  }
}
