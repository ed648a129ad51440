import { ArrayMaxSize, ArrayUnique, IsIn, IsString, MaxLength } from 'class-validator';
import { type BlockableFeature, blockableFeatures } from '../../core/feature';
import type { Integer } from '../../core/integer';
import type { KnowledgeBoxMode } from '../../core/knowledge-box-mode';
import { AccountIdOrSlug } from '../../validation/ids';
import type { SamlConfiguration } from '../saml/saml.dto';

/** Of an id or a slug. */
const ACCOUNT_CHARS_MAX = 256;

/** An account, named by id or slug. */
export class AccountReference {
  /** Id or slug. */
  @IsString() @MaxLength(ACCOUNT_CHARS_MAX) account!: string;
}

/** An account by both of its names. */
export class ResolvedAccount {
  /** UUID with hyphens. */
  id!: string;
  /** Name in addresses. */
  slug!: string;
  /** Plan of the account, such as `v3pro`; clients ask for it. */
  type?: string;
  /** Features that are blocked for it; absent when the accounts host runs a version without them. */
  blockedFeatures?: readonly BlockableFeature[];
  /** Most boxes of each mode in a zone; an absent mode is unlimited. Older accounts hosts do not send it. */
  boxLimits?: Readonly<Record<string, number>>;
  /** All limits of the account by name; an absent one does not exist. Older accounts hosts do not send it. */
  limits?: Readonly<Record<string, number>>;
}

/** Who becomes a member of which account. */
export class NewMember {
  /** Id of the account. */
  @IsString() @MaxLength(ACCOUNT_CHARS_MAX) account!: string;
  /** Mail address of the user, in lower case. */
  @IsString() @MaxLength(ACCOUNT_CHARS_MAX) email!: string;
}

/** A user who is a member of an account. */
export class JoinedAccount {
  /** Id of the user, UUID with hyphens. */
  id!: string;
  /** Slug of the account. */
  slug!: string;
}

/** An account, named in a path. */
export class AccountTarget {
  /** Id (UUID, with or without hyphens) or slug of the account. */
  @AccountIdOrSlug() account!: string;
}

/** Plans that an account can have. */
export const accountTypes = [
  'stash-trial',
  'stash-starter',
  'stash-growth',
  'stash-startup',
  'stash-enterprise',
  'stash-developer',
  'stash-business',
  'stash-basic',
  'stash-team',
  'v3starter',
  'v3fly',
  'v3growth',
  'v3pro',
  'v3enterprise',
  'cowork',
] as const;

/** Plan of an account. Its limits are what the deployment has set; without a setting there are none. */
export type AccountType = (typeof accountTypes)[number];

/** States that an account can be in. */
export const blockingStates = ['unblocked', 'quota', 'manager'] as const;
/**
 * Whether an account is blocked, and why: it has used up what it may use (`quota`), or somebody who runs the deployment
 * decided so (`manager`). Both have the same effect.
 */
export type BlockingState = (typeof blockingStates)[number];

/** Whether an account is blocked, and for what. */
export class BlockingStatus {
  /** Why the account is blocked; `unblocked` ends all blocks. */
  @IsIn(blockingStates) blocking_state!: BlockingState;
  /**
   * Features to block; they replace those that were blocked before. None means all of them. Ignored with `unblocked`.
   * Those with `public_` are for guests of published knowledge boxes, with and without a credential, the others for
   * callers with a role.
   */
  @ArrayMaxSize(blockableFeatures.length)
  @ArrayUnique()
  @IsIn(blockableFeatures, { each: true })
  blocked_features: BlockableFeature[] = [];
}

/** An account as its members see it in a list. */
export class AccountSummary {
  /** Id of the account, UUID with hyphens. */
  id!: string;
  /** Name of the account in addresses; may be used instead of the id. */
  slug!: string;
  /** Name of the account for people. */
  title!: string;
  /** Plan of the account. */
  type!: AccountType;
  /** Free text; null when none was given. */
  description!: string | null;
  /** Whether the caller owns the account (role `AOWNER`). */
  can_manage_account!: boolean;
  /** When the account was created, UTC without suffix. */
  creation_date!: string;
  /** True where the caller must set up a second factor before the account can be reached; absent otherwise. */
  second_factor_missing?: true;
}

/** Limits of what an account uses in a month, of UTC and of one zone. */
export const monthlyLimits = [
  'monthly_limit_paragraphs_processed',
  'monthly_limit_docs_no_media_processed',
  'monthly_limit_media_seconds_processed',
  'monthly_limit_paragraphs_stored',
  'monthly_limit_hosted_searches_performed',
  'monthly_limit_hosted_answers_generated',
  'monthly_limit_self_hosted_searches_performed',
  'monthly_limit_self_hosted_answers_generated',
  'monthly_limit_non_media_files_processed',
  'monthly_limit_chars_processed',
] as const;
/** Name of a limit of a month. */
export type MonthlyLimit = (typeof monthlyLimits)[number];

/** Every limit that an account can have; all of them hold where the work happens. */
export const accountLimitNames = [
  'max_kbs',
  'max_memories',
  'max_agents',
  'max_users',
  'max_trial_days',
  ...monthlyLimits,
  'storage_limit_max_bytes_per_kb',
  'storage_limit_max_resources_per_kb',
  'upload_limit_max_media_file_size',
  'upload_limit_max_non_media_file_size',
] as const;
/** Name of a limit of an account. */
export type AccountLimitName = (typeof accountLimitNames)[number];

/** Limits of use. Without a limit the number is 9007199254740991. */
export interface UsageLimits {
  /** Paragraphs processed per month. */
  readonly monthly_limit_paragraphs_processed: Integer;
  /** Documents other than audio and video processed per month. */
  readonly monthly_limit_docs_no_media_processed: Integer;
  /** Seconds of audio and video processed per month. */
  readonly monthly_limit_media_seconds_processed: Integer;
  /** Paragraphs processed for knowledge boxes per month: those of pushes are not stored. */
  readonly monthly_limit_paragraphs_stored: Integer;
  /** Searches in hosted knowledge boxes per month. */
  readonly monthly_limit_hosted_searches_performed: Integer;
  /** Answers generated in hosted knowledge boxes per month. */
  readonly monthly_limit_hosted_answers_generated: Integer;
  /** Queries of self-hosted knowledge boxes per month: questions that their NUA keys have embedded. */
  readonly monthly_limit_self_hosted_searches_performed: Integer;
  /** Answers of self-hosted knowledge boxes per month: chats and completions by their NUA keys. */
  readonly monthly_limit_self_hosted_answers_generated: Integer;
  /** Bytes stored in one knowledge box. */
  readonly storage_limit_max_bytes_per_kb: Integer;
  /** Resources in one knowledge box. */
  readonly storage_limit_max_resources_per_kb: Integer;
  /** Files other than audio and video processed per month. */
  readonly monthly_limit_non_media_files_processed: Integer;
  /** Characters processed per month. */
  readonly monthly_limit_chars_processed: Integer;
}

/** What an account may demand of its members besides a password. */
export const factorDemands = ['optional', 'required', 'required_or_sso'] as const;
/** What an account may demand of its members besides a password. */
export type FactorDemand = (typeof factorDemands)[number];

/** An account with what it holds and what it may hold. */
export class AccountRecord extends AccountSummary {
  /** Always `DEFAULT`. */
  zone_visibility!: 'DEFAULT';
  /** Mail address at which the account is reached; null without one. */
  email!: string | null;
  /** Slug of the default zone; null without one. */
  zone!: string | null;
  /** Members of the account. */
  current_users!: Integer;
  /** Most members that the account may have; null is unlimited. */
  max_users!: Integer | null;
  /** Knowledge boxes of mode `kb`, in all zones that answered. */
  current_kbs!: Integer;
  /** Most knowledge boxes of mode `kb`; -1 is unlimited. */
  max_kbs!: Integer;
  /** Knowledge boxes of mode `agent_no_memory`, in all zones that answered. */
  current_agents!: Integer;
  /** Most knowledge boxes of mode `agent_no_memory`; -1 is unlimited. */
  max_agents!: Integer;
  /** Knowledge boxes of mode `agent`, in all zones that answered. */
  current_memories!: Integer;
  /** Most knowledge boxes of mode `agent`; -1 is unlimited. */
  max_memories!: Integer;
  /** Sum of `current_agents` and `current_memories`. */
  current_arags!: Integer;
  /** Most agents and memories together; -1 is unlimited. */
  max_arags!: Integer;
  /** Whether the account is blocked, and why. */
  blocking_state!: BlockingState;
  /** Features that the account may not use; empty while it is `unblocked`. */
  blocked_features!: readonly BlockableFeature[];
  /** Limits of its type. Without a limit the number is 9007199254740991. */
  limits!: {
    /** Limits of uploaded files. */
    readonly upload: {
      /** Largest audio, video or picture, in bytes. */
      readonly upload_limit_max_media_file_size: Integer;
      /** Largest file of another kind, in bytes. */
      readonly upload_limit_max_non_media_file_size: Integer;
    };
    /** Limits of use. */
    readonly usage: UsageLimits;
    /** Limits of processing, in the same form. */
    readonly processing: UsageLimits;
  };
  /** When the trial ends, UTC without suffix; null for an account that is no trial. Nothing is blocked then. */
  trial_expiration_date!: string | null;
  /** First mail domain whose people sign in by SAML; null without an identity provider. */
  domain!: string | null;
  /** Entity id of the identity provider. */
  saml_entity_id!: string | null;
  /** Sign-in address of the identity provider. */
  saml_sso_url!: string | null;
  /** Certificates of the identity provider. */
  saml_x509_cert!: string | null;
  /** The identity provider of the account, by SAML. */
  saml_config!: SamlConfiguration | null;
  /** Kind of product that the account was created for. */
  workflow!: 'classic' | 'cowork';
  /** Whether the licence agreement was accepted. */
  eula_accepted!: boolean;
  /** What its members must prove besides a password. */
  second_factor!: FactorDemand;
}

/** Accounts of a user. */
export class AccountList {
  /** All of them, ordered by slug. */
  accounts!: readonly AccountSummary[];
}

/** An account as those see it who run the deployment. */
export class ManagedAccount extends AccountSummary {
  /** Members of the account. */
  current_users!: Integer;
  /** Whether the account is blocked, and why. */
  blocking_state!: BlockingState;
  /** Features that the account may not use; empty while it is `unblocked`. */
  blocked_features!: readonly BlockableFeature[];
}

/** Accounts of the deployment. */
export class ManagedAccountList {
  /** The first 10,000 of them, ordered by slug. */
  accounts!: readonly ManagedAccount[];
}

/** Knowledge boxes of an account in all zones. */
export class AccountKnowledgeBoxes {
  /** Every knowledge box and agent of each zone that answered. */
  boxes!: readonly {
    /** Id of the account, UUID with hyphens. */
    readonly account_id: string;
    /** Id of the knowledge box, UUID with hyphens. */
    readonly kb_id: string;
    /** Whether it is a knowledge box or an agent. */
    readonly kb_mode: KnowledgeBoxMode;
    /** Id of the zone that holds it, UUID with hyphens. */
    readonly zone_id: string;
  }[];
}
