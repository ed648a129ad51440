import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ScimTokenEntity } from './scim-token.entity';

@Injectable()
export class ScimTokenRepository {
  async insert(token: ScimTokenEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ScimTokenEntity, token);
  }

  /** Newest first. */
  async list(accountId: string, tx: EntityManager): Promise<ScimTokenEntity[]> {
    return tx.find(ScimTokenEntity, { where: { accountId }, order: { created: 'DESC', id: 'ASC' } });
  }

  async count(accountId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ScimTokenEntity, { accountId });
  }

  async findByHash(hash: Buffer, tx: EntityManager): Promise<ScimTokenEntity | undefined> {
    return (await tx.findOneBy(ScimTokenEntity, { hash })) ?? undefined;
  }

  async markUsed(id: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.update(ScimTokenEntity, { id }, { lastUsed: now });
  }

  /** @returns whether the account had it */
  async delete(accountId: string, id: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(ScimTokenEntity, { accountId, id })).affected === 1;
  }
}
