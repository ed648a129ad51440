import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteAct } from '../audit-log/note-act';
import { MemberRepository } from '../account/member.repository';
import type { MembershipChange } from './changed-members';
import { FormerMembersTask } from './former-members.task';
import { MemberLimits } from './member-limits';

/** The one way to change who belongs to an account: within its limits, and never without an owner. */
@Injectable()
export class MembershipWriter {
  constructor(
    private readonly members: MemberRepository,
    private readonly limits: MemberLimits,
    private readonly former: FormerMembersTask,
  ) {}

  /**
   * @param account id
   * @returns ids of the users whose rights may have changed, for `accessChanged` after the commit
   * @throws AppError `not_found` for a user, `conflict`, `quota_exceeded`
   */
  async change(
    account: string,
    { grants, leaving, by: principal }: MembershipChange,
    tx: EntityManager,
  ): Promise<readonly string[]> {
    await this.members.lock(account, tx);
    const left = [...(await this.members.membersAmong(account, leaving, tx))];
    await this.limits.requireUsers(grants, tx);
    const present = await this.members.membersAmong(
      account,
      grants.map(({ userId }) => userId),
      tx,
    );
    await this.members.delete(account, left, tx);
    await this.members.put(account, { grants, max: await this.limits.of(account, tx) }, tx);
    await this.members.requireOwner(account, tx);
    await this.former.add({ account, users: left }, tx);
    for (const user of left) await noteAct({ action: 'member_removed', principal, account, user }, tx);
    for (const { userId: user, role } of grants) {
      const action = present.has(user) ? 'member_changed' : 'member_added';
      await noteAct({ action, principal, account, user, details: { role } }, tx);
    }
    return [...left, ...grants.map(({ userId }) => userId)];
  }
}
