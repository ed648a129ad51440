import { Injectable } from '@nestjs/common';
import { type EntityManager, In, MoreThan } from 'typeorm';
import { IndexDifferenceEntity } from './index-run.entity';

export type NewDifference = Omit<IndexDifferenceEntity, 'id'>;

export interface DifferencePage {
  /** Id of the last difference on the previous page; `0` for the first page. */
  readonly after: string;
  readonly limit: number;
}

@Injectable()
export class IndexDifferenceRepository {
  async clear(kbid: string, tx: EntityManager): Promise<void> {
    await tx.delete(IndexDifferenceEntity, { kbid });
  }

  async insert(differences: readonly NewDifference[], tx: EntityManager): Promise<void> {
    const rows: object[] = [...differences]; // TypeORM's type of a partial row does not support nullable JSON
    if (rows.length > 0) await tx.insert(IndexDifferenceEntity, rows);
  }

  /** Differences in one index of a box. */
  async list(
    { kbid, index }: { readonly kbid: string; readonly index: string },
    { after, limit }: DifferencePage,
    tx: EntityManager,
  ): Promise<IndexDifferenceEntity[]> {
    return tx.find(IndexDifferenceEntity, {
      where: { kbid, index, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Differences of finished verifications, of one box or of all. */
  async listDone(
    kbid: string | undefined,
    { after, limit }: DifferencePage,
    tx: EntityManager,
  ): Promise<IndexDifferenceEntity[]> {
    const query = tx
      .createQueryBuilder(IndexDifferenceEntity, 'difference')
      .where('difference.id > :after', { after })
      .andWhere(
        `EXISTS (SELECT FROM index_runs run
          WHERE run.kbid = difference.kbid AND run.work = 'verify' AND run.state = 'done')`,
      )
      .orderBy('difference.id')
      .limit(limit);
    return (kbid === undefined ? query : query.andWhere('difference.kbid = :kbid', { kbid })).getMany();
  }

  async count(kbid: string, index: string, tx: EntityManager): Promise<number> {
    return tx.countBy(IndexDifferenceEntity, { kbid, index });
  }

  async delete(ids: readonly string[], tx: EntityManager): Promise<void> {
    if (ids.length > 0) await tx.delete(IndexDifferenceEntity, { id: In([...ids]) });
  }
}
