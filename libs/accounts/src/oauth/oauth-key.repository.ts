import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { OauthKeyEntity } from './oauth-key.entity';

@Injectable()
export class OauthKeyRepository {
  async insert(key: OauthKeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(OauthKeyEntity, key);
  }

  /** Newest first. */
  async list(tx: EntityManager): Promise<OauthKeyEntity[]> {
    return tx.find(OauthKeyEntity, { order: { created: 'DESC' } });
  }

  async deleteOlder(than: Date, tx: EntityManager): Promise<void> {
    await tx.delete(OauthKeyEntity, { created: LessThan(than) });
  }
}
