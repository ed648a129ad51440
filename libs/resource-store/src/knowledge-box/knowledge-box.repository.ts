import { AppError } from '@lectern/contracts/core';
import type { KnowledgeBoxMode } from '@lectern/contracts/knowledge-box';
import { isUniqueViolation, Transactions } from '@lectern/database';
import { Cache } from '@lectern/runtime';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { KnowledgeBoxEntity } from './knowledge-box.entity';
import { holdBox } from './hold-box';
import { type KnowledgeBoxSettings, settingsOf } from './knowledge-box-settings';

/** A knowledge box of an account. */
export interface OwnedBox {
  readonly account: string;
  readonly kbid: string;
}

@Injectable()
export class KnowledgeBoxRepository {
  private readonly settings = new Cache<KnowledgeBoxSettings>({
    name: 'knowledge_boxes',
    entriesMax: 10_000,
    ttlMs: 15_000,
  });

  constructor(private readonly transactions: Transactions) {}

  /** Cached settings. @throws AppError `not_found` */
  async get(kbid: string): Promise<KnowledgeBoxSettings> {
    return this.settings.get(kbid, async () => settingsOf(await this.transactions.read((tx) => this.read(kbid, tx))));
  }

  /** Call when a box has been changed or deleted. */
  invalidate(kbid: string): void {
    this.settings.invalidate(kbid);
  }

  /** @throws AppError `not_found` */
  async read(kbid: string, tx: EntityManager): Promise<KnowledgeBoxEntity> {
    return knownBox(await tx.findOneBy(KnowledgeBoxEntity, { id: kbid }));
  }

  /** Locks the box until the transaction ends. @throws AppError `not_found` */
  async lock(account: string, kbid: string, tx: EntityManager): Promise<KnowledgeBoxEntity> {
    return knownBox(
      await tx.findOne(KnowledgeBoxEntity, { where: { account, id: kbid }, lock: { mode: 'pessimistic_write' } }),
    );
  }

  /**
   * Prevents deletion of the box until the transaction ends.
   * @throws AppError `not_found` when the box does not exist
   */
  async hold(kbid: string, tx: EntityManager): Promise<void> {
    await holdBox(kbid, tx);
  }

  /** Ordered by slug. */
  async list(account: string, modes: readonly KnowledgeBoxMode[], tx: EntityManager): Promise<KnowledgeBoxEntity[]> {
    return tx.find(KnowledgeBoxEntity, { where: { account, mode: In([...modes]) }, order: { slug: 'ASC' } });
  }

  async listBySlug(accounts: readonly string[], slug: string, tx: EntityManager): Promise<KnowledgeBoxEntity[]> {
    return tx.findBy(KnowledgeBoxEntity, { account: In([...accounts]), slug });
  }

  /** @param mode all when absent */
  async count(account: string, tx: EntityManager, mode?: KnowledgeBoxMode): Promise<number> {
    return tx.countBy(KnowledgeBoxEntity, { account, ...(mode !== undefined && { mode }) });
  }

  /** @throws AppError `conflict` when the slug is taken */
  async insert(box: KnowledgeBoxEntity, tx: EntityManager): Promise<void> {
    const row: object = box; // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(KnowledgeBoxEntity, row).catch((error: unknown) => rethrow(error, box));
  }

  /** @throws AppError `conflict` when the slug is taken */
  async update(box: KnowledgeBoxEntity, tx: EntityManager): Promise<void> {
    const { id, account, ...members } = box;
    const row: object = members; // as in `insert`
    await tx.update(KnowledgeBoxEntity, { id, account }, row).catch((error: unknown) => rethrow(error, box));
  }

  /** Also deletes its users, service accounts and keys. @throws AppError `not_found` */
  async delete(account: string, kbid: string, tx: EntityManager): Promise<void> {
    const { affected } = await tx.delete(KnowledgeBoxEntity, { account, id: kbid });
    if (affected !== 1) throw unknownKnowledgeBox();
  }
}

function knownBox(box: KnowledgeBoxEntity | null): KnowledgeBoxEntity {
  if (!box) throw unknownKnowledgeBox();
  return box;
}

export function unknownKnowledgeBox(): AppError {
  return new AppError('not_found', 'Knowledge Box does not exist');
}

function rethrow(error: unknown, { slug }: KnowledgeBoxEntity): never {
  if (!isUniqueViolation(error, 'knowledge_boxes_slug')) throw error;
  throw new AppError('conflict', `A knowledge box with the slug ${slug} exists already`, {}, { cause: error });
}
