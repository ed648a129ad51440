import { handlersOf } from '@lectern/bus';
import { cancelAccountInvitation, inviteToAccount, listAccountInvitations } from '@lectern/contracts/accounts';
import { AccountInvitationService } from './account-invitation.service';

export const AccountInvitationHandlers = handlersOf(AccountInvitationService)
  .answer(inviteToAccount, (invitations, { params, body, principal }) =>
    invitations.create(params.account, body, principal),
  )
  .answer(listAccountInvitations, (invitations, { params }) => invitations.list(params.account))
  .answer(cancelAccountInvitation, (invitations, { params, principal }) =>
    invitations.cancel(params.account, params.email, principal),
  );
