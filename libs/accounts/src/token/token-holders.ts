import type { UserMemberships } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
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
    const found = await this.accounts.memberships(user.id, tx);
    const accounts = found.map(({ account: { id, slug }, role }) => ({ id, slug, role }));
    return { id: user.id, type: user.type, accounts };
  }
}
