import {
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { AccountTarget } from '../../accounts/account/account.dto';
import type { Integer } from '../../core/integer';
import { MapOf, Nested } from '../../validation/decorators';
import { text } from '../../validation/node';
import { TITLE_CHARS_MAX } from '../../core/identifiers';
import { DESCRIPTION_CHARS_MAX } from '../knowledge-box/knowledge-box.dto';

/** Client ids. Clients decode them from keys with the wrong base64 alphabet, so `>`, `?` and `~` must not occur. */
export const NUA_CLIENT_ID = /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,127}$/;

/** Address that is called when a push of the client to the processing API has ended. */
export class ProcessingWebhook {
  /** Absolute http or https URL. */
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }) @MaxLength(2_048) uri!: string;
  /** Headers of the call by name; their values are stored encrypted and never shown. */
  @IsOptional() @MapOf(text({ maxLength: 8_192 }), { sizeMax: 64 }) headers?: Record<string, string> | null;
}

/** Request to create a NUA client. */
export class NuaClientPayload {
  /** Name for people. */
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title!: string;
  /** Whom to contact about the client, such as a mail address. */
  @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) contact!: string;
  /** Free text for people. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Unique within the account; a UUID is generated when absent. */
  @IsOptional() @Matches(NUA_CLIENT_ID) client_id?: string | null;
  /** Address that is called when a push of the client has ended, unless the push names another one. */
  @IsOptional() @Nested(() => ProcessingWebhook) processing_webhook?: ProcessingWebhook | null;
  /**
   * Whether the key of the client may create, change and delete knowledge boxes of the account. It cannot be changed
   * later.
   */
  @IsBoolean() allow_kb_management: boolean = false;
  /** Most tokens of generative models that the client may use in a month (UTC); null is unlimited. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) tokens_limit?: number | null;
}

/** Changes of a NUA client by an owner of its account: absent members stay as they are. */
export class ModifyNuaClientPayload {
  /** New name for people. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) title?: string | null;
  /** New contact. */
  @IsOptional() @IsString() @IsNotEmpty() @MaxLength(TITLE_CHARS_MAX) contact?: string | null;
  /** New limit of tokens per month; it holds within 5 s, and null removes it. */
  @IsOptional() @IsInt() @Min(0) @Max(Number.MAX_SAFE_INTEGER) tokens_limit?: number | null;
}

/** A NUA client: a machine of an account, without its key. */
export class NuaClientRecord {
  /** Id that the account chose, or a generated UUID; unique within the account. */
  client_id!: string;
  /** Id that never changes, UUID with hyphens. */
  internal_id!: string;
  /** Name for people. */
  title!: string;
  /** Whom to contact about the client. */
  contact!: string;
  /** Free text; null when none was given. */
  description!: string | null;
  /** When it was created, UTC without suffix. */
  created!: string;
  /** Always null. */
  partitions!: null;
  /** Address that is to be called about processed files; null without one. */
  processing_webhook!: {
    /** Absolute http or https URL. */
    readonly uri: string;
    /** Names of the headers; each value is `********`. */
    readonly headers: Readonly<Record<string, string>>;
  } | null;
  /** Whether the key may create, change and delete knowledge boxes of the account. */
  allow_kb_management!: boolean;
  /** Most tokens of generative models that the client may use in a month (UTC); null is unlimited. */
  tokens_limit!: Integer | null;
}

/** NUA clients of an account. */
export class NuaClientList {
  /** Oldest first. */
  clients!: readonly NuaClientRecord[];
}

/** A NUA client with its new key. */
export class NuaClientKey {
  /** Client id, as given or generated. */
  client_id!: string;
  /** Id that never changes, UUID with hyphens. */
  internal_id!: string;
  /** The key, a JWT for the header `X-SVC-NUAKEY: Bearer …`. No later answer shows it. */
  token!: string;
  /** Signs calls of webhooks, in the header `x-svc-signature`. No later answer shows it; a new key brings a new one. */
  webhook_secret!: string;
}

/** Names a NUA client to other services. */
export class OwnedNuaClient {
  /** Id of the account. */
  account!: string;
  /** Client id. */
  clientId!: string;
}

/** Whom to tell about processed files, with what only the client knows. */
export class NuaClientWebhook {
  /** Absent for a client without one. */
  webhook?: { readonly uri: string; readonly headers: Readonly<Record<string, string>> };
  /** Calls are signed with it; absent until the key of a client of an earlier version is renewed. */
  signingSecret?: string;
}

/** Which NUA clients a listing returns. */
export class NuaClientQuery {
  /** Only the client with this client id; all when absent. */
  @IsOptional() @IsString() client_id?: string;
}

/** A NUA client of an account, named in a path. */
export class NuaClientTarget extends AccountTarget {
  /** Internal id or client id; an internal id takes precedence. */
  @IsString() client_id!: string;
}

/** Of a NUA client; older ones are forgotten. */
export const NUA_CLIENT_EVENTS_MAX = 1_000;
/** Events of one page. */
export const NUA_CLIENT_EVENTS_PER_PAGE = 25;

/** Events of a NUA client, and actions with its key. */
export type NuaClientEventKind =
  | 'created'
  | 'modified'
  | 'key_renewed'
  | 'service_account_created'
  | 'service_account_deleted'
  | 'api_key_created'
  | 'api_key_deleted'
  | 'knowledge_box_created'
  | 'knowledge_box_modified'
  | 'knowledge_box_deleted'
  | 'backup_created'
  | 'backup_deleted'
  | 'backup_restored';

/** The objects of an event; absent where the event does not concern them. */
export interface NuaClientEventDetails {
  /** Id of the knowledge box. */
  readonly kbid?: string;
  /** Id of the service account. */
  readonly service_account_id?: string;
  /** Id of the API key. */
  readonly key_id?: string;
  /** Id of the backup. */
  readonly backup_id?: string;
  /** Names of the members of the client that were modified. */
  readonly changed?: readonly string[];
}

/** Which events are wanted. */
export class NuaClientActivityQuery {
  /** Number of the page, from 0. */
  @IsInt() @Min(0) @Max(NUA_CLIENT_EVENTS_MAX) page: number = 0;
}

/** An event of a NUA client, or an action with its key. */
export interface NuaClientEventRecord {
  /** Id of the event, UUID with hyphens. */
  readonly id: string;
  /** When it was, UTC without suffix. */
  readonly date: string;
  /** The event. */
  readonly kind: NuaClientEventKind;
  /** Who did it. */
  readonly actor: {
    /** Kind of the credential: the client itself is `nua`. */
    readonly kind: string;
    /** Id of the user; of the client itself, its client id. */
    readonly id: string;
  };
  /** The objects of the event. */
  readonly details: NuaClientEventDetails;
}

/** A page of what happened to a NUA client. */
export class NuaClientActivity {
  /** Newest first. */
  events!: readonly NuaClientEventRecord[];
  /** Which page it is. */
  pagination!: {
    /** Number of the page, from 0. */
    readonly page: Integer;
    /** Most events on a page. */
    readonly size: Integer;
    /** Whether no page follows. */
    readonly last: boolean;
  };
}
