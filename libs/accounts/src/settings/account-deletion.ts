import { Bus } from '@lectern/bus';
import { type DeletedAccount, purgeAccountInZone } from '@lectern/contracts/accounts';
import { accessChanged, type Principal } from '@lectern/contracts/core';
import { Runs, type TaskRun, TaskQueue, Transactions } from '@lectern/database';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { AccountRepository } from '../account/account.repository';
import { ZoneDuties } from '../zone/zone-duties';
import { EmailedCodes, type Proof, requireProof } from './deletion-proof';

/** Requests that were let in before the account was gone have ended by then. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** Deletes accounts, and what zones hold of them. */
@Injectable()
export class AccountDeletion {
  @Optional() @Inject(EmailedCodes) private readonly codes?: EmailedCodes;

  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly queue: TaskQueue,
    private readonly zones: ZoneDuties,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `forbidden` without a proof that the caller is the user */
  async delete(account: string, proof: Proof, principal: Principal): Promise<null> {
    await requireProof(principal, proof, { codes: this.codes, now: new Date() });
    return this.purge(account);
  }

  /** Takes effect at once; tasks remove what zones hold. @throws AppError `not_found` */
  async purge(named: string): Promise<null> {
    const { id, members } = await this.transactions.run(async (tx) => {
      const { id: account } = await this.accounts.get(named, tx);
      const users = await this.accounts.memberIds(account, tx);
      await this.accounts.delete(account, tx);
      const again = new Date(Date.now() + AGAIN_AFTER_MS);
      const jobs = (await this.zones.slugs(tx)).flatMap((zone) => {
        const job = { payload: { account, zone }, tenant: account };
        return [job, { ...job, runAt: again }];
      });
      await this.queue.addAll(purgeAccountInZone, jobs, { tx });
      return { id: account, members: users };
    });
    this.bus.publish(accessChanged, { account: id });
    for (const user of members) this.bus.publish(accessChanged, { user });
    return null;
  }

  @Runs(purgeAccountInZone)
  async purgeInZone({ account, zone }: DeletedAccount, { signal, alive }: TaskRun): Promise<void> {
    while ((await this.zones.purgeSome(zone, account, signal)) > 0) alive();
  }
}
