import { type AccountRole, AppError, asUuid } from '@lectern/contracts/core';
import { isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { AccountEntity } from './account.entity';
import { MemberEntity } from './member.entity';

/** An account, and what somebody is in it. */
export interface Membership {
  readonly account: AccountEntity;
  readonly role: AccountRole;
}

@Injectable()
export class AccountRepository {
  /** @throws AppError `conflict` when another account has the slug */
  async insert(account: AccountEntity, owner: string, tx: EntityManager): Promise<void> {
    await refuseTakenSlug(account.slug, () => tx.insert(AccountEntity, account));
    await tx.insert(MemberEntity, { accountId: account.id, userId: owner, role: 'AOWNER' });
  }

  /** Id first, then slug. @throws AppError `not_found` */
  async get(idOrSlug: string, tx: EntityManager): Promise<AccountEntity> {
    const id = asUuid(idOrSlug);
    const byId = id === undefined ? null : await tx.findOneBy(AccountEntity, { id });
    const account = byId ?? (await tx.findOneBy(AccountEntity, { slug: idOrSlug }));
    if (!account) throw new AppError('not_found', 'Account not found');
    return account;
  }

  /** Where a user belongs, by slug. */
  async memberships(userId: string, tx: EntityManager): Promise<Membership[]> {
    const members = await tx.findBy(MemberEntity, { userId });
    const accounts = await tx.find(AccountEntity, {
      where: { id: In(members.map(({ accountId }) => accountId)) },
      order: { slug: 'ASC' },
    });
    return accounts.flatMap((account) => {
      const member = members.find(({ accountId }) => accountId === account.id);
      return member ? [{ account, role: member.role }] : [];
    });
  }

  /** Takes the row until the transaction ends. @throws AppError `not_found` */
  async lock(id: string, tx: EntityManager): Promise<AccountEntity> {
    const account = await tx.findOne(AccountEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!account) throw new AppError('not_found', 'Account not found');
    return account;
  }

  /** @throws AppError `conflict` when another account has the slug */
  async update(account: AccountEntity, tx: EntityManager): Promise<void> {
    await refuseTakenSlug(account.slug, () => tx.update(AccountEntity, { id: account.id }, account));
  }

  /** With its members, invitations and logo. */
  async delete(id: string, tx: EntityManager): Promise<void> {
    await tx.delete(AccountEntity, { id });
  }

  async isTaken(slug: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(AccountEntity, { slug });
  }

  /** How many accounts a user owns. */
  async countOwned(userId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(MemberEntity, { userId, role: 'AOWNER' });
  }

  /** Ids of the members. */
  async memberIds(accountId: string, tx: EntityManager): Promise<string[]> {
    return (await tx.findBy(MemberEntity, { accountId })).map(({ userId }) => userId);
  }

  async roleOf(accountId: string, userId: string, tx: EntityManager): Promise<AccountRole | undefined> {
    return (await tx.findOneBy(MemberEntity, { accountId, userId }))?.role;
  }

  /** A member stays what it is. @returns whether the user was none */
  async addMember(accountId: string, userId: string, tx: EntityManager): Promise<boolean> {
    const member = { accountId, userId, role: 'AMEMBER' } as const;
    const insert = tx.createQueryBuilder().insert().into(MemberEntity).values(member).orIgnore().returning('user_id');
    return (await insert.execute()).raw.length === 1;
  }

  /** The first of all, by slug. */
  async listAll(limit: number, tx: EntityManager): Promise<AccountEntity[]> {
    return tx.find(AccountEntity, { order: { slug: 'ASC' }, take: limit });
  }

  async setBlocking(
    id: string,
    blocking: Pick<AccountEntity, 'blockingState' | 'blockedFeatures'>,
    tx: EntityManager,
  ): Promise<void> {
    await tx.update(AccountEntity, { id }, blocking);
  }

  /** By account; those without members are left out. */
  async memberCounts(tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const counts = await tx
      .createQueryBuilder(MemberEntity, 'member')
      .select(['member.account_id AS id', 'count(*)::int AS count'])
      .groupBy('member.account_id')
      .getRawMany<{ id: string; count: number }>();
    return new Map(counts.map(({ id, count }) => [id, count]));
  }

  async countMembers(accountId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(MemberEntity, { accountId });
  }

  /** Those of the accounts that have one owner only. */
  async withOneOwner(accountIds: readonly string[], tx: EntityManager): Promise<ReadonlySet<string>> {
    const owners = await tx.findBy(MemberEntity, { accountId: In([...accountIds]), role: 'AOWNER' });
    const byAccount = Map.groupBy(owners, ({ accountId }) => accountId);
    return new Set([...byAccount].filter(([, found]) => found.length === 1).map(([id]) => id));
  }
}

async function refuseTakenSlug(slug: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', `There is an account with the slug ${slug} already`, {}, { cause: error });
  }
}
