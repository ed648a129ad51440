import { type LeftAccount, removeFormerMembers } from '@lectern/contracts/accounts';
import { Runs, type TaskRun, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FormerMemberRepository } from '../account/former-member.repository';
import { MemberRepository } from '../account/member.repository';
import { ZoneDuties } from '../zone/zone-duties';

/**
 * Takes roles on knowledge boxes from users who left their account, in each zone. Until a zone has done that, the roles
 * count no more: `FormerMemberRepository` knows of them.
 */
@Injectable()
export class FormerMembersTask {
  constructor(
    private readonly queue: TaskQueue,
    private readonly transactions: Transactions,
    private readonly members: MemberRepository,
    private readonly former: FormerMemberRepository,
    private readonly zones: ZoneDuties,
  ) {}

  /** Each zone has a job of its own, so that none waits for another that is away. */
  async add(left: Omit<LeftAccount, 'zone'>, tx: EntityManager): Promise<void> {
    if (left.users.length === 0) return;
    const zones = await this.zones.slugs(tx);
    await this.former.add({ ...left, zones }, tx);
    const jobs = zones.map((zone) => ({ payload: { ...left, zone }, tenant: left.account }));
    await this.queue.addAll(removeFormerMembers, jobs, { tx });
  }

  /** Users who are members again keep their roles. */
  @Runs(removeFormerMembers)
  async remove({ account, users, zone }: LeftAccount, { signal }: TaskRun): Promise<void> {
    const back = await this.transactions.read((tx) => this.members.membersAmong(account, users, tx));
    const gone = users.filter((id) => !back.has(id));
    if (gone.length > 0) await this.zones.removeMembers(zone, { account, users: gone }, signal);
    await this.transactions.run((tx) => this.former.delete({ account, users, zones: [zone] }, tx));
  }
}
