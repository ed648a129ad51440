import { Bus } from '@lectern/bus';
import { accessChanged, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { noteAct } from '../audit-log/note-act';
import { EmailCodes } from '../email-code/email-codes';
import { AccountPurge } from './account-purge.task';
import { requireProof } from './deletion-proof';

/** Deletes accounts, for their owners and for administrators of the deployment. */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly codes: EmailCodes,
    private readonly zones: AccountPurge,
    private readonly bus: Bus,
  ) {}

  /** @param code from a mail @throws AppError `forbidden` without a proof that the caller is the user */
  async delete(account: string, code: string | undefined, principal: Principal): Promise<null> {
    await requireProof(principal, code, { codes: this.codes, now: new Date() });
    return this.purge(account, principal);
  }

  /** Takes effect at once; tasks remove what zones hold. @throws AppError `not_found` */
  async purge(named: string, principal: Principal): Promise<null> {
    const { id, members } = await this.transactions.run(async (tx) => {
      const { id: account } = await this.accounts.get(named, tx);
      const users = await this.accounts.memberIds(account, tx);
      await this.accounts.delete(account, tx);
      await this.zones.add(account, users, tx);
      await noteAct({ action: 'account_deleted', principal, account }, tx);
      return { id: account, members: users };
    });
    this.bus.publish(accessChanged, { account: id });
    for (const user of members) this.bus.publish(accessChanged, { user });
    return null;
  }
}
