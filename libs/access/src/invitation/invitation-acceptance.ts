import { Bus } from '@lectern/bus';
import { joinAccount } from '@lectern/contracts/accounts';
import { accessChanged, type KnowledgeBoxRole, knowledgeBoxRoles, systemPrincipal } from '@lectern/contracts/core';
import { KNOWLEDGE_BOX_USERS_MAX, type MagicAction } from '@lectern/contracts/knowledge-box';
import { admitWithinQuota, Transactions } from '@lectern/database';
import { InvitationRepository } from './invitation.repository';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { KnowledgeBoxUserRepository } from '../user/knowledge-box-user.repository';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';

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
    const hash = tokenHash(token);
    const { box, email } = await this.transactions.read(async (tx) => {
      const invitation = await this.invitations.getByHash(hash, new Date(), tx);
      return { box: await this.boxes.read(invitation.kbid, tx), email: invitation.email };
    });
    const body = { account: box.account, email };
    const { id: userId, slug } = await this.bus.request(joinAccount, { body }, { principal: systemPrincipal });
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `users/${box.id}`,
        count: async () => (await this.users.list(box.id, tx)).filter((user) => user.userId !== userId).length,
        max: KNOWLEDGE_BOX_USERS_MAX,
        refusal: `A knowledge box has at most ${KNOWLEDGE_BOX_USERS_MAX} users`,
      });
      // Of two at once the second has waited for the quota, and finds the invitation gone.
      const { role } = await this.invitations.getByHash(hash, new Date(), tx);
      const present = await this.users.roleOf(box.id, userId, tx);
      await this.users.put(box.id, [{ userId, role: higher(role, present) }], tx);
      await this.invitations.delete(box.id, email, tx);
    });
    this.bus.publish(accessChanged, { user: userId });
    return { action: 'redict_to_kb', account: slug, kb: box.slug };
  }
}

/** An invitation takes nothing away. */
function higher(one: KnowledgeBoxRole, other: KnowledgeBoxRole = one): KnowledgeBoxRole {
  return knowledgeBoxRoles.indexOf(one) > knowledgeBoxRoles.indexOf(other) ? one : other;
}
