import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { KnowledgeBoxEntity } from '@lectern/resource-store';
import { KvSchemaEntity } from './kv-schema.entity';

/** Identifies a schema. */
export interface KvSchemaKey {
  readonly kbid: string;
  readonly id: string;
}

/** Schemas of key-value fields. */
@Injectable()
export class KvSchemaRepository {
  /** Ordered by id. */
  async list(kbid: string, tx: EntityManager): Promise<KvSchemaEntity[]> {
    return tx.find(KvSchemaEntity, { where: { kbid }, order: { id: 'ASC' } });
  }

  /** @throws AppError `not_found` */
  async get({ kbid, id }: KvSchemaKey, tx: EntityManager): Promise<KvSchemaEntity> {
    return found(await tx.findOneBy(KvSchemaEntity, { kbid, id }));
  }

  /** Locks the schema until the transaction ends. @throws AppError `not_found` */
  async lock({ kbid, id }: KvSchemaKey, tx: EntityManager): Promise<KvSchemaEntity> {
    return found(await tx.findOne(KvSchemaEntity, { where: { kbid, id }, lock: { mode: 'pessimistic_write' } }));
  }

  /** The existing ones of these schemas, protected from change and deletion until the transaction ends. */
  async hold(kbid: string, ids: readonly string[], tx: EntityManager): Promise<KvSchemaEntity[]> {
    const where = { kbid, id: Any([...ids]) };
    return tx.find(KvSchemaEntity, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_read' } });
  }

  /**
   * The number of schemas. Until the transaction ends, it does not grow and the box is not deleted.
   *
   * @throws AppError `not_found` when the box does not exist
   */
  async lockCount(kbid: string, tx: EntityManager): Promise<number> {
    const lock = { mode: 'for_no_key_update' } as const;
    const box = await tx.findOne(KnowledgeBoxEntity, { where: { id: kbid }, select: { id: true }, lock });
    if (!box) throw new AppError('not_found', 'Knowledge Box does not exist');
    return tx.countBy(KvSchemaEntity, { kbid });
  }

  async exists({ kbid, id }: KvSchemaKey, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(KvSchemaEntity, { kbid, id });
  }

  async insert(schema: KvSchemaEntity, tx: EntityManager): Promise<void> {
    await tx.insert(KvSchemaEntity, schema);
  }

  /** Stores changes of a locked schema. */
  async update({ kbid, id, ...members }: KvSchemaEntity, tx: EntityManager): Promise<void> {
    await tx.update(KvSchemaEntity, { kbid, id }, members);
  }

  /** @throws AppError `not_found` */
  async delete({ kbid, id }: KvSchemaKey, tx: EntityManager): Promise<void> {
    const { affected } = await tx.delete(KvSchemaEntity, { kbid, id });
    if (affected !== 1) throw missing();
  }
}

function found(schema: KvSchemaEntity | null): KvSchemaEntity {
  if (!schema) throw missing();
  return schema;
}

function missing(): AppError {
  return new AppError('not_found', 'KV schema does not exist');
}
