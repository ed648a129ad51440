import { handlersOf } from '@lectern/bus';
import {
  acceptInvitation,
  cancelInvitation,
  createInvitation,
  listInvitations,
} from '@lectern/contracts/knowledge-box';
import { InvitationAcceptance } from './invitation-acceptance';
import { InvitationService } from './invitation.service';

export const InvitationHandlers = handlersOf(InvitationService)
  .answer(createInvitation, (invitations, { params, body, principal }) =>
    invitations.create(params.kbid, body, principal),
  )
  .answer(listInvitations, (invitations, { params }) => invitations.list(params.kbid))
  .answer(cancelInvitation, (invitations, { params, query, principal }) =>
    invitations.cancel(params.kbid, query.email, principal),
  )
  .of(InvitationAcceptance)
  .answer(acceptInvitation, (acceptance, { query }) => acceptance.accept(query.token));
