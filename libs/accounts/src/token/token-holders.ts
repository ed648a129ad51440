import type { UserMemberships } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { FormerMemberRepository } from '../account/former-member.repository';
import { withheldAccounts } from '../factor-demand/factor-demand';
import { AccountGroupRepository } from '../group/account-group.repository';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';

/** A user who may use the deployment. */
export interface TokenHolder extends UserMemberships {
  readonly id: string;
}

/** Users whose credentials count, with where they belong. */
@Injectable()
export class TokenHolders {
  constructor(
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly groups: AccountGroupRepository,
    private readonly former: FormerMemberRepository,
  ) {}

  /** @throws AppError `unauthorized` when the user is gone */
  async get(id: string, tx: EntityManager): Promise<TokenHolder> {
    return this.holder(await this.users.findLiving(id, tx), tx);
  }

  /** The oldest user who runs the deployment. @throws AppError `unauthorized` when there is none */
  async root(tx: EntityManager): Promise<TokenHolder> {
    return this.holder(await this.users.findRoot(tx), tx);
  }

  private async holder(user: UserEntity | undefined, tx: EntityManager): Promise<TokenHolder> {
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    const all = await this.accounts.memberships(user.id, tx);
    const isDemanded = all.some(({ account }) => account.secondFactor !== 'optional');
    const withheld = isDemanded ? await withheldAccounts(user.id, tx) : [];
    const found = all.filter(({ account }) => !withheld.includes(account.id));
    const ids = found.map(({ account }) => account.id);
    const groups = ids.length === 0 ? undefined : await this.groups.namesOf(user.id, ids, tx);
    const accounts = found.map(({ account: { id, slug }, role }) => {
      const own = groups?.get(id);
      return { id, slug, role, ...(own && { groups: own }) };
    });
    // Who is a member again keeps the roles on boxes.
    const left = (await this.former.accountsLeftBy(user.id, tx)).filter(
      (id) => !all.some(({ account }) => account.id === id),
    );
    return {
      id: user.id,
      type: user.type,
      accounts,
      ...(withheld.length > 0 && { withheld }),
      ...(left.length > 0 && { left }),
    };
  }
}
