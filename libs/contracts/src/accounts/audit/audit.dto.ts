import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

/** Acts that the audit log has: sign-ins, credentials, and changes of who may do what. */
export const auditActions = [
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'password_changed',
  'second_factor_changed',
  'token_created',
  'token_deleted',
  'account_created',
  'account_changed',
  'account_deleted',
  'account_blocked',
  'single_sign_on_changed',
  'domain_verified',
  'member_added',
  'member_changed',
  'member_removed',
  'invited',
  'invitation_cancelled',
  'invitation_accepted',
  'box_users_changed',
  'service_account_created',
  'service_account_deleted',
  'key_created',
  'key_deleted',
  'nua_client_created',
  'nua_client_changed',
  'nua_client_deleted',
  'nua_key_renewed',
  'scim_token_created',
  'scim_token_deleted',
  'person_provisioned',
  'person_changed',
  'person_deleted',
  'group_created',
  'group_changed',
  'group_deleted',
] as const;
/** Acts that the audit log has: sign-ins, credentials, and changes of who may do what. */
export type AuditAction = (typeof auditActions)[number];

/** Of names and ids in the log. */
const TEXT_CHARS_MAX = 512;
/** Events that a zone reports at once. */
export const AUDIT_REPORT_MAX = 100;
const PAGE_MAX = 1_000;

/** A part of the audit log of an account. */
export class AuditQuery {
  /** Events at or after this time, ISO 8601. */
  @IsOptional() @IsISO8601() from?: string;
  /** Events before this time, ISO 8601. */
  @IsOptional() @IsISO8601() to?: string;
  /** Acts of this kind; all when absent. */
  @IsOptional() @IsIn(auditActions) action?: AuditAction;
  /** Acts of this user or key, or about this user: its id. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) who?: string;
}

/** A page of the audit log. */
export class AuditPageQuery extends AuditQuery {
  /** Events before the one with this id: `next` of the page before. */
  @IsOptional() @IsUUID() before?: string;
  /** Most events of the answer. */
  @Type(() => Number) @IsInt() @Min(1) @Max(PAGE_MAX) size: number = 100;
}

/** Who acted. */
export class AuditActor {
  /** Kind of the credential: `user`, `pat`, `sa`, `nua`; `none` for somebody who has not signed in. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) kind!: string;
  /** Id of the user, service account or NUA client; empty for `none`. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) id!: string;
  /** Id of the token or key. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) key?: string;
}

/** An act that the audit log has. */
export class AuditEvent {
  /** Id of the event. */
  id!: string;
  /** When it was, UTC with offset. */
  time!: string;
  /** The act. */
  action!: AuditAction;
  /** Who acted. */
  actor!: AuditActor;
  /** Address that the request came from; null where nobody sent one. */
  address!: string | null;
  /** The user that it is about: its id; null where it is about nobody. */
  user!: string | null;
  /** What was changed, by name: `role`, `email`, `kbid`, `token`, `key` and others. Never a secret. */
  details!: Readonly<Record<string, unknown>>;
}

/** A page of the audit log, newest first. */
export class AuditPage {
  /** The events. */
  events!: AuditEvent[];
  /** `before` of the next page; null on the last one. */
  next!: string | null;
}

/** An act in a zone, for the audit log of its account. */
export class ReportedAct {
  /** Id of the event: one that is reported twice counts once. */
  @IsUUID() id!: string;
  /** When it was, ISO 8601. */
  @IsISO8601() time!: string;
  /** Id of the account. */
  @IsUUID() account!: string;
  /** The act. */
  @IsIn(auditActions) action!: AuditAction;
  /** Who acted. */
  @ValidateNested() @Type(() => AuditActor) actor!: AuditActor;
  /** Address that the request came from. */
  @IsOptional() @IsString() @MaxLength(TEXT_CHARS_MAX) address?: string;
  /** The user that it is about. */
  @IsOptional() @IsUUID() user?: string;
  /** What was changed. */
  @IsObject() details!: Readonly<Record<string, unknown>>;
}

/** Acts that a zone reports. */
export class ReportedActs {
  /** The acts, in any order. */
  @IsArray()
  @ArrayMaxSize(AUDIT_REPORT_MAX)
  @ValidateNested({ each: true })
  @Type(() => ReportedAct)
  acts!: ReportedAct[];
}
