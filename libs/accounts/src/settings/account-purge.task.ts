import { type DeletedAccount, purgeAccountInZone } from '@lectern/contracts/accounts';
import { Runs, type TaskRun, TaskQueue } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ZoneDuties } from '../zone/zone-duties';

/** Requests that were let in before the account was gone have ended by then. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** Removes what zones hold for a deleted account. */
@Injectable()
export class AccountPurge {
  constructor(
    private readonly queue: TaskQueue,
    private readonly zones: ZoneDuties,
  ) {}

  /** Each zone has jobs of its own, so that none waits for another that is away. */
  async add(account: string, tx: EntityManager): Promise<void> {
    const again = new Date(Date.now() + AGAIN_AFTER_MS);
    const jobs = (await this.zones.slugs(tx)).flatMap((zone) => {
      const job = { payload: { account, zone }, tenant: account };
      return [job, { ...job, runAt: again }];
    });
    await this.queue.addAll(purgeAccountInZone, jobs, { tx });
  }

  @Runs(purgeAccountInZone)
  async run({ account, zone }: DeletedAccount, { signal, alive }: TaskRun): Promise<void> {
    while ((await this.zones.purgeSome(zone, account, signal)) > 0) alive();
  }
}
