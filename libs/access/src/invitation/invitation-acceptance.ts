import { Bus } from '@lectern/bus';
import { joinAccount } from '@lectern/contracts/accounts';
import {
  accessChanged,
  AppError,
  type KnowledgeBoxRole,
  knowledgeBoxRoles,
  systemPrincipal,
} from '@lectern/contracts/core';
import { KNOWLEDGE_BOX_USERS_MAX, type MagicAction } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import {
  type InvitationEntity,
  InvitationRepository,
  KnowledgeBoxRepository,
  KnowledgeBoxUserRepository,
} from '@lectern/knowledge-box-rows';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Makes users of those who were invited. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly invitations: InvitationRepository,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `bad_request` for a link that does not count, `not_found` without a user, `quota_exceeded` */
  async accept(token: string): Promise<MagicAction> {
    const { box, email } = await this.transactions.read(async (tx) => {
      const invitation = await this.find(token, tx);
      return { box: await this.boxes.read(invitation.kbid, tx), email: invitation.email };
    });
    const body = { account: box.account, email };
    const { id: userId, slug } = await this.bus.request(joinAccount, { body }, { principal: systemPrincipal });
    await this.transactions.run(async (tx) => {
      const { kbid, role } = await this.find(token, tx);
      const present = await this.users.roleOf(kbid, userId, tx);
      await admitWithinQuota(tx, {
        name: `users/${kbid}`,
        count: async () => (await this.users.list(kbid, tx)).length,
        max: KNOWLEDGE_BOX_USERS_MAX,
        adding: present ? 0 : 1,
        refusal: `A knowledge box has at most ${KNOWLEDGE_BOX_USERS_MAX} users`,
      });
      // Of two at once the second waits for the quota, and finds the invitation gone.
      if (!(await this.invitations.delete(kbid, email, tx))) throw badLink();
      await this.users.put(kbid, [{ userId, role: higher(role, present) }], tx);
    });
    this.bus.publish(accessChanged, { user: userId });
    return { action: 'redict_to_kb', account: slug, kb: box.slug };
  }

  private async find(token: string, tx: EntityManager): Promise<InvitationEntity> {
    const invitation = await this.invitations.findByHash(tokenHash(token), tx);
    if (!invitation || invitation.expires.getTime() <= Date.now()) throw badLink();
    return invitation;
  }
}

function badLink(): AppError {
  return new AppError('bad_request', 'login_challenge_expired_or_invalid');
}

/** An invitation takes nothing away. */
function higher(one: KnowledgeBoxRole, other: KnowledgeBoxRole = one): KnowledgeBoxRole {
  return knowledgeBoxRoles.indexOf(one) > knowledgeBoxRoles.indexOf(other) ? one : other;
}
