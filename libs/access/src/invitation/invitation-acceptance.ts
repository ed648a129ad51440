import { Bus } from '@lectern/bus';
import { joinAccount } from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import type { MagicAction } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { InvitationRepository } from './invitation.repository';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { KnowledgeBoxUserService } from '../user/knowledge-box-user.service';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';

/** Makes users of those who were invited. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly invitations: InvitationRepository,
    private readonly users: KnowledgeBoxUserService,
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
      await this.users.accept(box, userId, {
        // Of two at once the second has waited for the quota, and finds the invitation gone.
        offered: async () => (await this.invitations.getByHash(hash, new Date(), tx)).role,
        tx,
      });
      await this.invitations.delete(box.id, email, tx);
    });
    this.users.changed(userId);
    return { action: 'redict_to_kb', account: slug, kb: box.slug };
  }
}
