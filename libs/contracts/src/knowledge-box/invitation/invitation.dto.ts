import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MAIL_ADDRESS, MAIL_ADDRESS_CHARS_MAX } from '../../core/mail-address';
import { type KnowledgeBoxRole, knowledgeBoxRoles } from '../../core/principal';

export { MAIL_ADDRESS };

/** Pending invitations of one knowledge box. */
export const INVITATIONS_MAX = 1_000;

/** Days after which an invitation cannot be accepted any more. */
export const INVITATION_DAYS = 7;

const CAME_FROM_CHARS_MAX = 2_048;
const TOKEN_CHARS_MAX = 2_048;

/** Who is invited, and to what. */
export class InvitationPayload {
  /** Mail address of the person; upper and lower case are the same. */
  @IsString() @MaxLength(MAIL_ADDRESS_CHARS_MAX) @Matches(MAIL_ADDRESS) email!: string;
  /** Role on the knowledge box after accepting. */
  @IsIn(knowledgeBoxRoles) role!: KnowledgeBoxRole;
  /**
   * Address of the dashboard that the link in the mail opens: one of `allowed_origins` of the box, or of those that the
   * deployment has configured.
   */
  @IsOptional() @IsString() @MaxLength(CAME_FROM_CHARS_MAX) @Matches(/^https?:\/\/[^\s/?#]+\/?$/) came_from?:
    | string
    | null;
}

/** An invitation that nobody has accepted. */
export class InvitationRecord {
  /** Mail address of the person, in lower case. */
  email!: string;
  /** Role on the knowledge box after accepting. */
  role!: KnowledgeBoxRole;
  /** When it cannot be accepted any more, UTC with offset. */
  expires!: string;
}

/** Pending invitations of a knowledge box. */
export class InvitationList {
  /** All of them, ordered by mail address. */
  invites!: readonly InvitationRecord[];
}

/** Names an invitation. */
export class InvitationQuery {
  /** Mail address of the person. */
  @IsString() @MaxLength(MAIL_ADDRESS_CHARS_MAX) email!: string;
}

/** Token of the link in a mail. */
export class MagicQuery {
  /** From the mail. */
  @IsString() @MaxLength(TOKEN_CHARS_MAX) token!: string;
}

/** Next step of the page after a link was used. */
export class MagicAction {
  /** `redict_to_kb`: the person has the role now, and the page opens the box. */
  action!: 'redict_to_kb';
  /** Slug of the account that owns the box. */
  account!: string;
  /** Slug of the box. */
  kb!: string;
}
