import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FieldVectorsEntity } from '../field/field.entity';
import { VectorsetEntity } from './vectorset.entity';

@Injectable()
export class VectorsetRepository {
  /** Oldest first. */
  async list(kbid: string, tx: EntityManager): Promise<VectorsetEntity[]> {
    return tx.find(VectorsetEntity, { where: { kbid }, order: { created: 'ASC' } });
  }

  /** The one that a request means when it names none. */
  async default(kbid: string, tx: EntityManager): Promise<VectorsetEntity | undefined> {
    return (await this.list(kbid, tx))[0];
  }

  /** Makes it known when it is not yet. */
  async ensure(kbid: string, { id, dimensions }: { id: string; dimensions: number }, tx: EntityManager): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(VectorsetEntity)
      .values({ kbid, id, dimensions, created: new Date() })
      .orIgnore()
      .execute();
  }

  /** Whether anything was embedded in it. */
  async hasVectors({ kbid, id }: { kbid: string; id: string }, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(FieldVectorsEntity, { kbid, vectorset: id });
  }

  async delete({ kbid, id }: { kbid: string; id: string }, tx: EntityManager): Promise<void> {
    await tx.delete(VectorsetEntity, { kbid, id });
  }
}
