import { Bus } from '@lectern/bus';
import { resolveUser } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
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
}
