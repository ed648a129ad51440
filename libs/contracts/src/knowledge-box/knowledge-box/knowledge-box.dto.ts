import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import type { KnowledgeBoxRole } from '../../core/principal';
import { Nested, RefuseLike, Satisfies, Unsupported } from '../../validation/decorators';
import { KnowledgeBoxId } from '../../validation/ids';
import { jsonWithin } from '../../validation/json-bounds';
import { isOff, nothingOr, saysNothing } from '../../validation/nothing';
import { EXTRA_CHARS_MAX, TITLE_CHARS_MAX } from '../../core/identifiers';
import { type KnowledgeBoxMode, knowledgeBoxModes } from '../../core/knowledge-box-mode';
import { LearningConfiguration } from '../learning-configuration/learning-configuration.dto';
import { JSON_DEPTH_MAX, SECURITY_LIKE } from '../limits';

/** Slugs of knowledge boxes; unlike those of resources they have no upper-case letters. */
export const KNOWLEDGE_BOX_SLUG = /^[a-z0-9:_-]{1,250}$/;

/** Code points of the description of a knowledge box or NUA client. */
export const DESCRIPTION_CHARS_MAX = 10_000;

/** Entries of each list of allowed callers. */
export const ALLOWED_CALLERS_MAX = 256;

/** Modes that a listing may ask for; `agents` is both kinds of agents. */
export const knowledgeBoxModeFilters: readonly KnowledgeBoxModeFilter[] = [...knowledgeBoxModes, 'agents'];

/** Which modes a listing returns. */
export type KnowledgeBoxModeFilter = KnowledgeBoxMode | 'agents';

/** States that a knowledge box can have. */
export const knowledgeBoxStates = ['PRIVATE', 'PUBLISHED'] as const;

/** `PUBLISHED`: anyone may read and search its public resources without a credential. `PRIVATE`: nobody may. */
export type KnowledgeBoxState = (typeof knowledgeBoxStates)[number];

/** A knowledge box of an account, named in a path. */
export class AccountKnowledgeBoxTarget extends AccountTarget {
  /** Id of the knowledge box, UUID with or without hyphens. */
  @KnowledgeBoxId() kbid!: string;
}

/** A list that somebody computed, and that came out empty, would let everyone in. */
function emptyAllowList(allowed: readonly unknown[]): string | undefined {
  return allowed.length > 0 ? undefined : 'must name who may call, or be null, which lets everyone in';
}

/** Members that creating and modifying a knowledge box share. */
@RefuseLike(SECURITY_LIKE, 'enforce_security')
class KnowledgeBoxMembers {
  /** Free text for people. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /**
   * Origins of browsers that may call, such as `https://app.example.org`; any when null. An empty list is refused: it
   * does not say whether it is any or none. Owners may call management operations from everywhere.
   */
  @IsOptional()
  @IsArray()
  @Satisfies(emptyAllowList)
  @ArrayMaxSize(ALLOWED_CALLERS_MAX)
  @IsString({ each: true })
  @MaxLength(255, { each: true })
  allowed_origins?: string[] | null;
  /**
   * IP addresses, or ranges in CIDR notation, that may call; any when null. An empty list is refused. Owners may call
   * management operations from everywhere.
   */
  @IsOptional()
  @IsArray()
  @Satisfies(emptyAllowList)
  @ArrayMaxSize(ALLOWED_CALLERS_MAX)
  @IsString({ each: true })
  @MaxLength(64, { each: true })
  allowed_ip_addresses?: string[] | null;
  /**
   * Data that dashboards store with the box: returned as it was sent and used by nothing else. At most 400,000
   * characters of JSON, 64 levels deep.
   */
  @IsOptional()
  @IsObject()
  @Satisfies(jsonWithin({ depthMax: JSON_DEPTH_MAX, charsMax: EXTRA_CHARS_MAX }))
  search_configs?: Record<string, unknown> | null;
  /**
   * Whether a search that names no security groups finds public resources only. Without it such a search finds
   * everything.
   */
  @IsOptional() @IsBoolean() enforce_security?: boolean | null;
  /** Whether resources can be hidden, so that searches leave them out. */
  @IsOptional() @IsBoolean() hidden_resources_enabled?: boolean | null;
  /** Whether new resources are hidden unless their payload says otherwise. Needs `hidden_resources_enabled`. */
  @IsOptional() @IsBoolean() hidden_resources_hide_on_creation?: boolean | null;
  @Unsupported(isNoProvider) external_index_provider?: unknown;
}

/** Request to create a knowledge box. Unknown members are ignored. */
export class CreateKnowledgeBoxPayload extends KnowledgeBoxMembers {
  /** Name in addresses, unique within the account: lower-case letters, digits, `:`, `_` and `-`. */
  @Matches(KNOWLEDGE_BOX_SLUG) slug!: string;
  /** Name for people. */
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
  /** Kind of box to create. It cannot be changed later. */
  @IsIn(knowledgeBoxModes) mode: KnowledgeBoxMode = 'kb';
  /** Models that the box is to use; those of the deployment when absent. It cannot be changed later. */
  @IsOptional() @Nested(() => LearningConfiguration) learning_configuration?: LearningConfiguration | null;
}

/** Changes of a knowledge box: absent members stay as they are. */
export class ModifyKnowledgeBoxPayload extends KnowledgeBoxMembers {
  /** New name in addresses, unique within the account. */
  @IsOptional() @Matches(KNOWLEDGE_BOX_SLUG) slug?: string | null;
  /** New name for people. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  /** Whether anyone may read the public resources of the box. New boxes are `PRIVATE`. */
  @IsOptional() @IsIn(knowledgeBoxStates) state?: KnowledgeBoxState | null;
  @Unsupported(isOff) prewarm_enabled?: unknown;
  /** Models are chosen at creation. */
  @Unsupported() learning_configuration?: unknown;
}

/** Which knowledge boxes a listing returns, and how much of each. */
export class KnowledgeBoxQuery {
  /** Only those of this mode; `agents` is both kinds of agents. */
  @IsIn(knowledgeBoxModeFilters) mode: KnowledgeBoxModeFilter = 'kb';
  /** Whether `search_configs` is filled in; otherwise it is empty. */
  @IsBoolean() include_search_configs: boolean = false;
}

/** A knowledge box as its account sees it. */
export class KnowledgeBoxRecord {
  /** Id of the knowledge box, UUID with hyphens. */
  id!: string;
  /** Id of the account that owns it, UUID with hyphens. */
  account_id!: string;
  /** Name in addresses, unique within the account. */
  slug!: string;
  /** Slug of the zone that holds it. */
  zone!: string;
  /** Name for people. */
  title!: string;
  /** Whether it is a knowledge box or an agent. */
  mode!: KnowledgeBoxMode;
  /** Whether anyone may read its public resources. */
  state!: KnowledgeBoxState;
  /** Free text; null when none was given. */
  description!: string | null;
  /** When it was created, UTC without suffix. */
  created!: string;
  /** The role that the caller was granted on it; null without one, as for owners of the account and NUA keys. */
  role_on_kb!: KnowledgeBoxRole | null;
  /** Origins of browsers that may call; null is any. */
  allowed_origins!: readonly string[] | null;
  /** IP addresses and ranges that may call; null is any. */
  allowed_ip_addresses!: readonly string[] | null;
  /** Data that dashboards store with the box. Empty in lists, unless `include_search_configs` is true. */
  search_configs!: Readonly<Record<string, unknown>>;
  /** Always null. */
  external_index_provider!: null;
  /** Whether resources can be hidden, so that searches leave them out. */
  hidden_resources_enabled!: boolean;
  /** Whether new resources are hidden unless their payload says otherwise. */
  hidden_resources_hide_on_creation!: boolean;
  /** Always false. */
  prewarm_enabled!: boolean;
  /** Whether a search that names no security groups finds public resources only. */
  enforce_security!: boolean;
}

/** Knowledge boxes of an account in one zone. */
export class KnowledgeBoxList {
  /** All of the wanted mode, ordered by slug. */
  boxes!: readonly KnowledgeBoxRecord[];
}

/** Names the new knowledge box. */
export class CreatedId {
  /** Id of the new knowledge box, UUID with hyphens. */
  id!: string;
}

/** An object without members. */
export class EmptyRecord {}

/** An account, named by its id. */
export class AccountId {
  /** Id of the account, UUID with hyphens. */
  @IsString() @MaxLength(256) account!: string;
}

function isNoProvider(provider: unknown): boolean {
  if (typeof provider !== 'object' || provider === null) return nothingOr('unset')(provider);
  const { type, ...others } = provider as { readonly type?: unknown }; // any object may have it
  return nothingOr('unset')(type) && saysNothing(others);
}
