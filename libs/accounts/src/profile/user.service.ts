import {
  type UserIds,
  type UserNames,
  type UserProfile,
  type UserRecord,
  USERS_READ_MAX,
} from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import type { UserEntity } from '../user/user.entity';
import { userProfile, userRecord } from './user-profile';
import { NewAccountRules } from '../limits/new-account-rules';
import { UserRepository } from '../user/user.repository';

@Injectable()
export class UserService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly rules: NewAccountRules,
  ) {}

  async get(principal: Principal): Promise<UserRecord> {
    return userRecord(await this.transactions.read((tx) => this.self(principal, tx)));
  }

  async profile(principal: Principal): Promise<UserProfile> {
    return this.transactions.read(async (tx) => {
      const user = await this.self(principal, tx);
      const memberships = await this.accounts.memberships(user.id, tx);
      const ids = memberships.map(({ account }) => account.id);
      const owned = memberships.filter(({ role }) => role === 'AOWNER').length;
      const mayCreate = this.rules.allows({ type: user.type, owned });
      return userProfile(user, memberships, { withOneOwner: await this.accounts.withOneOwner(ids, tx), mayCreate });
    });
  }

  async names({ ids }: UserIds): Promise<UserNames> {
    if (ids.length > USERS_READ_MAX) throw new AppError('invalid_request', `At most ${USERS_READ_MAX} users at once`);
    const users = await this.transactions.read((tx) => this.users.findMany(ids, tx));
    return { users: users.map(({ id, name, email }) => ({ id, name, email })) };
  }

  /** @throws AppError `unauthorized` when the user went away after the credential was verified */
  private async self({ id }: Principal, tx: EntityManager): Promise<UserEntity> {
    const user = await this.users.findLiving(id, tx);
    if (!user) throw new AppError('unauthorized', 'Unauthorized');
    return user;
  }
}
