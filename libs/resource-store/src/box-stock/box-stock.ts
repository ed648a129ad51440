import { AppError } from '@lectern/contracts/core';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountBlocks } from '../account-block/account-blocks';
import { KnowledgeBoxRepository } from '../knowledge-box/knowledge-box.repository';
import { BoxStockEntity } from './box-stock.entity';

/** What is deleted counts until the box is counted again: after this time, or when it is full. */
const COUNTED_MS = 60 * 60_000;
/** A full box is counted again, but not for each request. */
const RECOUNTED_MS = 10_000;

const COUNT_SQL = `
  SELECT (SELECT count(*) FROM knowledge_box.resources WHERE kbid = $1)::float8 AS resources,
    (SELECT coalesce(sum(CASE WHEN letter = 'f'
        THEN CASE WHEN blob_key IS NULL THEN 0 ELSE coalesce((value #>> '{file,size}')::float8, 0) END
        ELSE octet_length(value ->> 'body') END), 0)
      FROM knowledge_box.fields WHERE kbid = $1 AND letter IN ('f', 't'))
    + (SELECT coalesce(sum(octet_length(value::text) + (
        SELECT coalesce(sum((attachment ->> 'size')::float8), 0)
          FROM jsonb_array_elements(value #> '{content,attachments}') AS attachment)), 0)
      FROM knowledge_box.conversation_messages WHERE kbid = $1 AND value IS NOT NULL) AS bytes`;

/** Limits of storage of one box; an absent one does not exist. */
export interface StockLimits {
  readonly resources?: number;
  readonly bytes?: number;
}

/** What is added to a box. */
export interface Addition {
  readonly resources: number;
  readonly bytes: number;
}

/** What is added to a box, and what it may hold. */
export interface LimitedAddition {
  readonly adding: Addition;
  readonly limits: StockLimits;
}

const names = {
  resources: ['storage_limit_max_resources_per_kb', 'resources'],
  bytes: ['storage_limit_max_bytes_per_kb', 'bytes of files, texts and messages'],
} as const;

/** Holds the limits of what one knowledge box stores. */
@Injectable()
export class BoxStock {
  constructor(
    private readonly boxes: KnowledgeBoxRepository,
    private readonly blocks: AccountBlocks,
  ) {}

  /** Limits of the account of a box; undefined without any of storage. @throws AppError `not_found` */
  async limitsOf(kbid: string): Promise<StockLimits | undefined> {
    const { account } = await this.boxes.get(kbid);
    const limits = await this.blocks.limitsOf(account);
    const [resources, bytes] = [limits[names.resources[0]], limits[names.bytes[0]]];
    if (resources === undefined && bytes === undefined) return undefined;
    return { ...(resources !== undefined && { resources }), ...(bytes !== undefined && { bytes }) };
  }

  /**
   * Admits additions of the transaction. Others of the same box wait until it ends, so that two cannot pass a limit
   * together.
   *
   * @throws AppError `quota_exceeded`
   */
  async admit(kbid: string, { adding, limits }: LimitedAddition, tx: EntityManager): Promise<void> {
    await lockName(tx, `stock/${kbid}`);
    const known = await tx.findOneBy(BoxStockEntity, { kbid });
    const ageMs = known ? Date.now() - known.countedAt.getTime() : Infinity;
    const isFresh = known !== null && ageMs >= 0 && ageMs < COUNTED_MS;
    let stock = isFresh ? known : await this.count(kbid, tx);
    if (isFresh && ageMs > RECOUNTED_MS && exceeded(stock, adding, limits)) stock = await this.count(kbid, tx);
    const name = exceeded(stock, adding, limits);
    if (name) throw stockRefusal(name, stock[name], limits[name] ?? 0);
    const after = { resources: stock.resources + adding.resources, bytes: stock.bytes + adding.bytes };
    await tx.update(BoxStockEntity, { kbid }, after);
  }

  private async count(kbid: string, tx: EntityManager): Promise<BoxStockEntity> {
    const [counted] = await tx.query<Addition[]>(COUNT_SQL, [kbid]);
    const stock = { kbid, resources: 0, bytes: 0, ...counted, countedAt: new Date() };
    await tx.upsert(BoxStockEntity, stock, ['kbid']);
    return stock;
  }
}

function exceeded(stock: Addition, adding: Addition, limits: StockLimits): keyof Addition | undefined {
  return (['resources', 'bytes'] as const).find(
    (name) => adding[name] > 0 && stock[name] + adding[name] > (limits[name] ?? Infinity),
  );
}

function stockRefusal(name: keyof Addition, used: number, max: number): AppError {
  const [limit, things] = names[name];
  const text = `The knowledge box holds ${used} of ${max} ${things} (${limit}); delete some, or get a higher limit. `;
  return new AppError('quota_exceeded', `${text}What is deleted is free within ${RECOUNTED_MS / 1_000} seconds`);
}
