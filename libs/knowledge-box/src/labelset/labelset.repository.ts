import { AppError } from '@lectern/contracts/core';
import { type LabelsetKind, LABELSETS_MAX } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { ArrayContains, type EntityManager, MoreThan, Not } from 'typeorm';
import { LabelsetEntity } from './labelset.entity';

/** Identifies a labelset. */
export interface LabelsetKey {
  readonly kbid: string;
  readonly id: string;
}

/** Rows of labelsets. */
@Injectable()
export class LabelsetRepository {
  /** @throws AppError `not_found` */
  async get({ kbid, id }: LabelsetKey, tx: EntityManager): Promise<LabelsetEntity> {
    const labelset = await tx.findOneBy(LabelsetEntity, { kbid, id });
    if (!labelset) throw new AppError('not_found', 'Label Set does not exist');
    return labelset;
  }

  async exists({ kbid, id }: LabelsetKey, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(LabelsetEntity, { kbid, id });
  }

  /** Ordered by id, after `after`. */
  async list(
    kbid: string,
    { after, limit }: { readonly after: string; readonly limit: number },
    tx: EntityManager,
  ): Promise<LabelsetEntity[]> {
    return tx.find(LabelsetEntity, { where: { kbid, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** Ids and kinds of labelsets for a kind. */
  async listOfKind(
    kbid: string,
    kind: LabelsetKind,
    tx: EntityManager,
  ): Promise<Pick<LabelsetEntity, 'id' | 'kind'>[]> {
    const where = { kbid, kind: ArrayContains([kind]) };
    return tx.find(LabelsetEntity, { where, select: { kbid: true, id: true, kind: true }, take: LABELSETS_MAX });
  }

  async count(kbid: string, tx: EntityManager): Promise<number> {
    return tx.countBy(LabelsetEntity, { kbid });
  }

  /** The id of another labelset with this title. */
  async findOther({ kbid, id }: LabelsetKey, title: string, tx: EntityManager): Promise<string | undefined> {
    const where = { kbid, title, id: Not(id) };
    return (await tx.findOne(LabelsetEntity, { where, select: { kbid: true, id: true } }))?.id;
  }

  /** Creates or replaces a labelset. */
  async put(labelset: LabelsetEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(LabelsetEntity, labelset, ['kbid', 'id']);
  }

  async delete({ kbid, id }: LabelsetKey, tx: EntityManager): Promise<void> {
    await tx.delete(LabelsetEntity, { kbid, id });
  }
}
