import { Bus } from '@lectern/bus';
import { resolveUser } from '@lectern/contracts/accounts';
import { type KnowledgeBoxRole, systemPrincipal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { KnowledgeBoxUserRepository } from './knowledge-box-user.repository';
import { type KnownUser } from './known-user';
import { Injectable } from '@nestjs/common';

/** Whether a user may see a knowledge box of this zone. */
@Injectable()
export class UserAccess {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * @param box its id and account
   * @throws AppError `unauthorized` when the user or its token is gone, `unavailable` while accounts is unavailable
   */
  async maySee(box: { readonly id: string; readonly account: string }, user: KnownUser): Promise<boolean> {
    const memberships = await this.bus.request(resolveUser, { body: user }, { principal: systemPrincipal });
    const visible = await this.transactions.read((tx) =>
      this.users.visibleAmong([box], { userId: user.id, memberships }, tx),
    );
    return visible.length > 0;
  }

  /**
   * A user who may see a knowledge box, or an agent, with the security groups that it acts with: none where its account
   * has none, and for owners of a box, who see as they ask. Undefined: it may not see it.
   *
   * @throws AppError as `maySee`
   */
  async readerOf(
    { id, account, isAgent }: { readonly id: string; readonly account: string; readonly isAgent: boolean },
    user: KnownUser,
  ): Promise<{ readonly groups?: readonly string[] } | undefined> {
    const { type, accounts, withheld, left } = await this.bus.request(
      resolveUser,
      { body: user },
      { principal: systemPrincipal },
    );
    if (type !== 'ROOT' && withheld?.includes(account)) return undefined;
    const membership = accounts.find((one) => one.id === account);
    if (type === 'ROOT' || membership?.role === 'AOWNER') return {};
    if (left?.includes(account)) return undefined;
    const role = await this.transactions.read((tx) => this.users.roleOf(id, user.id, tx));
    if (role === undefined) return undefined;
    // An agent reads boxes on which its owner may have another role.
    return membership?.groups && (isAgent || role !== 'SOWNER') ? { groups: membership.groups } : {};
  }

  /** The role of a user on a knowledge box; owners of its account own it. @throws as `maySee` */
  async roleOn(
    { id, account }: { readonly id: string; readonly account: string },
    user: KnownUser,
  ): Promise<KnowledgeBoxRole | null> {
    const { type, accounts, withheld, left } = await this.bus.request(
      resolveUser,
      { body: user },
      { principal: systemPrincipal },
    );
    if (type !== 'ROOT' && withheld?.includes(account)) return null;
    if (type === 'ROOT' || accounts.some((one) => one.id === account && one.role === 'AOWNER')) return 'SOWNER';
    if (left?.includes(account)) return null;
    return (await this.transactions.read((tx) => this.users.roleOf(id, user.id, tx))) ?? null;
  }
}
