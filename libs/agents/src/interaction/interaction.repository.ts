import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { InteractionEntity } from './interaction.entity';

/** Names the interactions of one caller in a session. */
export type SessionOfInteraction = Pick<InteractionEntity, 'agent' | 'session' | 'caller'> & {
  /** Only those that were asked this. */
  readonly question?: string;
};

/** Names the interactions of one caller, perhaps of one session. */
export type CallerOfInteraction = Pick<InteractionEntity, 'agent' | 'caller'> & Partial<SessionOfInteraction>;

/** Where interactions run. */
@Injectable()
export class InteractionRepository {
  async insert(row: InteractionEntity, tx: EntityManager): Promise<void> {
    await tx.insert(InteractionEntity, row);
  }

  async end(id: string, ended: Date, tx: EntityManager): Promise<void> {
    await tx.update(InteractionEntity, { id }, { ended });
  }

  async find(of: CallerOfInteraction, id: string, tx: EntityManager): Promise<InteractionEntity | undefined> {
    return (await tx.findOneBy(InteractionEntity, { ...of, id })) ?? undefined;
  }

  /** Of any caller. */
  async get(id: string, tx: EntityManager): Promise<InteractionEntity | undefined> {
    return (await tx.findOneBy(InteractionEntity, { id })) ?? undefined;
  }

  /** The one that began last. */
  async latest(where: SessionOfInteraction, tx: EntityManager): Promise<InteractionEntity | undefined> {
    return (await tx.findOne(InteractionEntity, { where, order: { started: 'DESC' } })) ?? undefined;
  }

  /** Those that began before a time: none of them runs or can be followed. */
  async prune(before: Date, tx: EntityManager): Promise<void> {
    await tx.delete(InteractionEntity, { started: LessThan(before) });
  }
}
