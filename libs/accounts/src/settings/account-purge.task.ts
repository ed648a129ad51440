import { type DeletedAccount, purgeAccountInZone } from '@lectern/contracts/accounts';
import { Runs, type TaskRun, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FormerMemberRepository } from '../account/former-member.repository';
import { ZoneDuties } from '../zone/zone-duties';

/** Requests that were let in before the account was gone have ended by then. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** Removes what zones hold for a deleted account. */
@Injectable()
export class AccountPurge {
  constructor(
    private readonly queue: TaskQueue,
    private readonly transactions: Transactions,
    private readonly former: FormerMemberRepository,
    private readonly zones: ZoneDuties,
  ) {}

  /**
   * Each zone has jobs of its own, so that none waits for another that is away.
   *
   * @param members ids of the users whose roles on its boxes count no more
   */
  async add(account: string, members: readonly string[], tx: EntityManager): Promise<void> {
    const again = new Date(Date.now() + AGAIN_AFTER_MS);
    const zones = await this.zones.slugs(tx);
    await this.former.add({ account, users: members, zones }, tx);
    const jobs = zones.flatMap((zone) => {
      const job = { payload: { account, zone }, tenant: account };
      return [job, { ...job, runAt: again }];
    });
    await this.queue.addAll(purgeAccountInZone, jobs, { tx });
  }

  @Runs(purgeAccountInZone)
  async run({ account, zone }: DeletedAccount, { signal, alive }: TaskRun): Promise<void> {
    while ((await this.zones.purgeSome(zone, account, signal)) > 0) alive();
    await this.transactions.run((tx) => this.former.deleteOf(account, zone, tx));
  }
}
