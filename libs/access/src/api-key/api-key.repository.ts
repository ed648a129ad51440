import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { ApiKeyEntity } from './api-key.entity';
import { ServiceAccountEntity } from './service-account.entity';

/** An API key and the access that it grants. */
export interface ApiKeyOwner {
  readonly id: string;
  readonly serviceAccountId: string;
  readonly kbid: string;
  readonly account: string;
  readonly role: KnowledgeBoxRole;
}

/** The stored form, with its expiry. */
export interface StoredApiKey extends ApiKeyOwner {
  readonly expires: Date;
}

@Injectable()
export class ApiKeyRepository {
  async insert(key: ApiKeyEntity, tx: EntityManager): Promise<void> {
    await tx.insert(ApiKeyEntity, key);
  }

  async count(serviceAccountId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(ApiKeyEntity, { serviceAccountId });
  }

  /** Oldest first. */
  async list(serviceAccountIds: readonly string[], tx: EntityManager): Promise<ApiKeyEntity[]> {
    return tx.find(ApiKeyEntity, {
      where: { serviceAccountId: In([...serviceAccountIds]) },
      order: { created: 'ASC', id: 'ASC' },
    });
  }

  /** @returns whether the key existed */
  async delete(serviceAccountId: string, id: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(ApiKeyEntity, { serviceAccountId, id })).affected === 1;
  }

  async findByHash(hash: Buffer, tx: EntityManager): Promise<StoredApiKey | undefined> {
    return this.find('key.hash = :value', hash, tx);
  }

  async findById(id: string, tx: EntityManager): Promise<StoredApiKey | undefined> {
    return this.find('key.id = :value', id, tx);
  }

  private find(condition: string, value: Buffer | string, tx: EntityManager): Promise<StoredApiKey | undefined> {
    return tx
      .createQueryBuilder()
      .from(ApiKeyEntity, 'key')
      .innerJoin(ServiceAccountEntity, 'owner', 'owner.id = key.service_account_id')
      .innerJoin(KnowledgeBoxEntity, 'box', 'box.id = owner.kbid')
      .select(['key.id AS id', 'key.expires AS expires', 'owner.id AS "serviceAccountId"', 'owner.role AS role'])
      .addSelect(['box.id AS kbid', 'box.account AS account'])
      .where(condition, { value })
      .getRawOne<StoredApiKey>();
  }
}
