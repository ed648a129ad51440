import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  listInvitations,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { InvitationAcceptance } from './invitation-acceptance';
import { InvitationService } from './invitation.service';

@Controller()
export class InvitationHandlers {
  constructor(
    private readonly invitations: InvitationService,
    private readonly acceptance: InvitationAcceptance,
  ) {}

  @Handles(createInvitation)
  create({ params, body }: Request<typeof createInvitation>) {
    return this.invitations.create(params.kbid, body);
  }

  @Handles(listInvitations)
  list({ params }: Request<typeof listInvitations>) {
    return this.invitations.list(params.kbid);
  }

  @Handles(cancelInvitation)
  cancel({ params, query }: Request<typeof cancelInvitation>) {
    return this.invitations.cancel(params.kbid, query.email);
  }

  @Handles(acceptInvitation)
  accept({ query }: Request<typeof acceptInvitation>) {
    return this.acceptance.accept(query.token);
  }
}
