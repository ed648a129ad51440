import { InvitationAcceptance } from './invitation-acceptance';
import { InvitationHandlers } from './invitation.handlers';
import { InvitationService } from './invitation.service';
import { MailFolder } from './mail-folder';
import { MailHandlers } from './mail.handlers';

/** People who are asked to use a knowledge box. */
export const invitationParts = {
  controllers: [InvitationHandlers, MailHandlers],
  providers: [InvitationAcceptance, InvitationService, MailFolder],
};
