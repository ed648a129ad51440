import type { AuditAction } from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import { Brackets, type EntityManager, LessThan } from 'typeorm';
import { AuditEventEntity } from './audit-event.entity';

/** Events of an account, and of people while they belong to it. */
export interface AuditSelection {
  readonly accountId: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
  readonly action?: AuditAction;
  /** Id of the actor, or of the user that it is about. */
  readonly who?: string;
}

export interface AuditPart {
  readonly order: 'oldest first' | 'newest first';
  /** The last one of the part before. */
  readonly after?: Pick<AuditEventEntity, 'time' | 'id'>;
  readonly limit: number;
}

const OF_MEMBERS = `event.account_id IS NULL AND event.user_id IN (
  SELECT member.user_id FROM members member WHERE member.account_id = :accountId)`;

@Injectable()
export class AuditRepository {
  /** One that is there already stays as it is. */
  async insert(events: readonly AuditEventEntity[], tx: EntityManager): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(AuditEventEntity)
      .values([...events])
      .orIgnore()
      .execute();
  }

  async find(id: string, tx: EntityManager): Promise<AuditEventEntity | null> {
    return tx.findOneBy(AuditEventEntity, { id });
  }

  async list({ accountId, from, to, action, who }: AuditSelection, part: AuditPart, tx: EntityManager) {
    const { order, after, limit } = part;
    const [direction, beyond] = order === 'oldest first' ? (['ASC', '>'] as const) : (['DESC', '<'] as const);
    const query = tx
      .createQueryBuilder(AuditEventEntity, 'event')
      .where(new Brackets((or) => or.where('event.account_id = :accountId', { accountId }).orWhere(OF_MEMBERS)));
    if (from) query.andWhere('event.time >= :from', { from });
    if (to) query.andWhere('event.time < :to', { to });
    if (action) query.andWhere('event.action = :action', { action });
    if (who) query.andWhere('(event.actor_id = :who OR event.user_id::text = :who)', { who });
    if (after) query.andWhere(`(event.time, event.id) ${beyond} (:time, :id)`, { time: after.time, id: after.id });
    return query.orderBy('event.time', direction).addOrderBy('event.id', direction).limit(limit).getMany();
  }

  async deleteBefore(time: Date, tx: EntityManager): Promise<void> {
    await tx.delete(AuditEventEntity, { time: LessThan(time) });
  }
}
