import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MAIL_ADDRESS, MAIL_ADDRESS_CHARS_MAX } from '../../core/mail-address';
import { type AccountRole, accountRoles } from '../../core/principal';
import { AccountTarget } from '../account/account.dto';

/** Pending invitations of one account. */
export const ACCOUNT_INVITATIONS_MAX = 1_000;
/** Days after which an invitation cannot be accepted any more. */
export const ACCOUNT_INVITATION_DAYS = 7;

/** Who is invited to an account, and as what. */
export class AccountInvitationPayload {
  /** Mail address of the person; upper and lower case are the same. */
  @IsString() @MaxLength(MAIL_ADDRESS_CHARS_MAX) @Matches(MAIL_ADDRESS) email!: string;
  /** Role in the account after accepting. */
  @IsIn(accountRoles) role: AccountRole = 'AMEMBER';
  /** Origin of the dashboard that the link in the mail opens: one that the deployment has configured. */
  @IsOptional() @IsString() @MaxLength(2_048) @Matches(/^https?:\/\/[^\s/?#]+\/?$/) came_from?: string | null;
}

/** An invitation to an account that nobody has accepted. */
export class AccountInvitation {
  /** Mail address of the person, in lower case. */
  email!: string;
  /** Role in the account after accepting. */
  role!: AccountRole;
  /** When it cannot be accepted any more, UTC with offset. */
  expires!: string;
}

/** Pending invitations of an account. */
export class AccountInvitationList {
  /** All of them, ordered by mail address. */
  invites!: readonly AccountInvitation[];
}

/** An invitation, named in a path. */
export class AccountInvitationTarget extends AccountTarget {
  /** Mail address of the person, as it is or percent-encoded. */
  @IsString() @MaxLength(MAIL_ADDRESS_CHARS_MAX) email!: string;
}
