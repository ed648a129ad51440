import { asUuid } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { PersonalTokenEntity } from './personal-token.entity';

@Injectable()
export class PersonalTokenRepository {
  async insert(token: PersonalTokenEntity, tx: EntityManager): Promise<void> {
    await tx.insert(PersonalTokenEntity, token);
  }

  /** Newest first. */
  async list(userId: string, tx: EntityManager): Promise<PersonalTokenEntity[]> {
    return tx.find(PersonalTokenEntity, { where: { userId }, order: { created: 'DESC', id: 'ASC' } });
  }

  /** Without sessions. */
  async count(userId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(PersonalTokenEntity, { userId, isSession: false });
  }

  async find(userId: string, id: string, tx: EntityManager): Promise<PersonalTokenEntity | undefined> {
    return (await tx.findOneBy(PersonalTokenEntity, { userId, id })) ?? undefined;
  }

  async findByHash(hash: Buffer, tx: EntityManager): Promise<PersonalTokenEntity | undefined> {
    return (await tx.findOneBy(PersonalTokenEntity, { hash })) ?? undefined;
  }

  /** Whether there is such a token; it cannot be deleted before the transaction ends. */
  async keep(id: string, tx: EntityManager): Promise<boolean> {
    const lock = { mode: 'for_key_share' } as const;
    return (await tx.findOne(PersonalTokenEntity, { where: { id }, select: { id: true }, lock })) !== null;
  }

  async markUsed(id: string, tx: EntityManager): Promise<void> {
    await tx.update(PersonalTokenEntity, { id }, { keptUntilUsed: false });
  }

  /** @returns the ids of what ended: the token and the sessions that it opened; none when there was no such token */
  async delete(userId: string, id: string, tx: EntityManager): Promise<readonly string[]> {
    const opened = await tx.find(PersonalTokenEntity, { where: { userId, openedBy: id }, select: { id: true } });
    const { affected } = await tx.delete(PersonalTokenEntity, { userId, id });
    return affected === 1 ? [id, ...opened.map((session) => session.id)] : [];
  }

  /** Ends one session. @returns what it was; undefined when it is no session of the user */
  async deleteSession(userId: string, id: string, tx: EntityManager): Promise<PersonalTokenEntity | undefined> {
    if (asUuid(id) === undefined) return undefined;
    const session = await tx.findOneBy(PersonalTokenEntity, { userId, id, isSession: true });
    const { affected } = await tx.delete(PersonalTokenEntity, { userId, id, isSession: true });
    return session && affected === 1 ? session : undefined;
  }

  /** Ends the sessions that a sign-in of a browser opened. @returns their ids */
  async deleteSessionsOfBrowser(userId: string, browserHash: Buffer, tx: EntityManager): Promise<readonly string[]> {
    const where = { userId, browserHash, isSession: true };
    const sessions = await tx.find(PersonalTokenEntity, { where, select: { id: true } });
    await tx.delete(PersonalTokenEntity, where);
    return sessions.map(({ id }) => id);
  }

  /** Ends the sessions of a user. @returns their ids */
  async deleteSessions(userId: string, tx: EntityManager): Promise<readonly string[]> {
    const sessions = await tx.find(PersonalTokenEntity, { where: { userId, isSession: true }, select: { id: true } });
    await tx.delete(PersonalTokenEntity, { userId, isSession: true });
    return sessions.map(({ id }) => id);
  }

  /** With the sessions. @returns their ids */
  async deleteAll(userId: string, tx: EntityManager): Promise<readonly string[]> {
    const all = await tx.find(PersonalTokenEntity, { where: { userId }, select: { id: true } });
    await tx.delete(PersonalTokenEntity, { userId });
    return all.map(({ id }) => id);
  }

  /** Ends the expired sessions of a user, and the oldest beyond those that are kept. @returns their ids */
  async deleteOldSessions(
    { userId, now, kept }: { readonly userId: string; readonly now: Date; readonly kept: number },
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const rows = await tx.find(PersonalTokenEntity, {
      where: { userId, isSession: true },
      order: { created: 'DESC', id: 'ASC' },
      select: { id: true, expires: true },
    });
    const living = rows.filter(({ expires }) => expires && expires > now);
    const stay = new Set(living.slice(0, kept).map(({ id }) => id));
    const ended = rows.map(({ id }) => id).filter((id) => !stay.has(id));
    if (ended.length > 0) await tx.delete(PersonalTokenEntity, { id: In(ended) });
    return ended;
  }
}
