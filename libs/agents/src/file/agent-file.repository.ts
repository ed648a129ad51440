import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan } from 'typeorm';
import { AgentFileEntity } from './agent-file.entity';

/** Names a file. */
export type AgentFileKey = Pick<AgentFileEntity, 'agent' | 'id'>;

/** Members that change once a file is written, or cannot be. */
export type AgentFileEnd = Pick<AgentFileEntity, 'sealed'> & Partial<Pick<AgentFileEntity, 'sizeBytes' | 'error'>>;

/** Files of agents. */
@Injectable()
export class AgentFileRepository {
  async insert(row: AgentFileEntity, tx: EntityManager): Promise<void> {
    const inserted: object = row; // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(AgentFileEntity, inserted);
  }

  async find({ agent, id }: AgentFileKey, tx: EntityManager): Promise<AgentFileEntity | null> {
    return tx.findOneBy(AgentFileEntity, { agent, id });
  }

  /** Files of interactions, newest first. */
  async listInteractions(agent: string, tx: EntityManager): Promise<AgentFileEntity[]> {
    return tx
      .createQueryBuilder(AgentFileEntity, 'file')
      .where({ agent })
      .andWhere(`file.content ->> 'type' = 'interactions'`)
      .orderBy('file.requestedAt', 'DESC')
      .addOrderBy('file.id', 'DESC')
      .getMany();
  }

  async listWithIds(ids: readonly string[], tx: EntityManager): Promise<AgentFileEntity[]> {
    return tx.findBy(AgentFileEntity, { id: In([...ids]), isRemoved: false });
  }

  /** Number of files that are neither finished nor given up. */
  async countUnfinished(agent: string, tx: EntityManager): Promise<number> {
    return tx.countBy(AgentFileEntity, { agent, sizeBytes: IsNull(), error: IsNull() });
  }

  async count(agent: string, tx: EntityManager): Promise<number> {
    return tx.countBy(AgentFileEntity, { agent });
  }

  /** @returns whether it still exists */
  async end({ agent, id }: AgentFileKey, changes: AgentFileEnd, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.update(AgentFileEntity, { agent, id }, changes);
    return (affected ?? 0) > 0;
  }

  async listExpired(now: Date, limit: number, tx: EntityManager): Promise<AgentFileEntity[]> {
    return tx.find(AgentFileEntity, { where: { isRemoved: false, expiresAt: LessThan(now) }, take: limit });
  }

  async markRemoved({ agent, id }: AgentFileKey, tx: EntityManager): Promise<void> {
    await tx.update(AgentFileEntity, { agent, id }, { isRemoved: true });
  }

  /** Deletes at most `limit` rows whose time is over and whose file is gone. @returns their number */
  async forget(now: Date, limit: number, tx: EntityManager): Promise<number> {
    const where = { isRemoved: true, forgottenAt: LessThan(now) };
    const rows = await tx.find(AgentFileEntity, { where, select: { agent: true, id: true }, take: limit });
    for (const { agent, id } of rows) await tx.delete(AgentFileEntity, { agent, id });
    return rows.length;
  }

  /** @returns whether it existed */
  async delete({ agent, id }: AgentFileKey, tx: EntityManager): Promise<boolean> {
    return ((await tx.delete(AgentFileEntity, { agent, id })).affected ?? 0) > 0;
  }
}
