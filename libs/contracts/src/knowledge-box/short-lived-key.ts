import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { operation } from '../core/operation';
import { RefuseLike } from '../validation/decorators';
import { AccountKnowledgeBoxTarget } from './knowledge-box';
import { SECURITY_LIKE } from './limits';

/** Most seconds that a temporal key lives. */
export const TEMPORAL_KEY_TTL_S_MAX = 10;
/** Most seconds that an ephemeral token lives. */
export const EPHEMERAL_TOKEN_TTL_S_MAX = 3_600;
/** Security groups that one temporal key can carry. */
export const TOKEN_SECURITY_GROUPS_MAX = 256;

/**
 * How a temporal key is restricted. A member named like `security_groups` is refused: ignoring it would make a key
 * without restrictions.
 */
@RefuseLike(SECURITY_LIKE, 'security_groups')
export class TemporalKeyPayload {
  /** Seconds that the key lives; no longer than its API key. */
  @IsInt() @Min(1) @Max(TEMPORAL_KEY_TTL_S_MAX) ttl: number = TEMPORAL_KEY_TTL_S_MAX;
  /**
   * Restricts the key to the ask operations, and their answers to public resources and those of these groups. Without
   * groups the key may do what its API key may, except making keys.
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(TOKEN_SECURITY_GROUPS_MAX)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(512, { each: true })
  @Matches(/^[^;]*$/, { each: true })
  security_groups?: string[] | null;
}

/** How an ephemeral token is restricted. It cannot be restricted to groups: members that look like it are refused. */
@RefuseLike(SECURITY_LIKE)
export class EphemeralTokenPayload {
  /** Session of an agent that the token is for. It is written into the token and checked by nothing in this version. */
  @IsOptional() @IsString() @MaxLength(250) agent_session?: string | null;
  /**
   * The only URL path, with what lies below it, that the token opens; with or without `/api/v1`. Every path of its
   * knowledge box when absent.
   */
  @IsOptional() @IsString() @MaxLength(2_048) @Matches(/^\//) path?: string | null;
  /** Seconds that the token lives. */
  @IsInt() @Min(1) @Max(EPHEMERAL_TOKEN_TTL_S_MAX) ttl: number = EPHEMERAL_TOKEN_TTL_S_MAX;
}

/** A token that lives for seconds or minutes. */
export class ShortLivedToken {
  /** The secret, a JWT. */
  token!: string;
}

/**
 * Made with an API key, for a browser that must not see it; sent as an API key is. The new key dies with its API key
 * and cannot make other keys.
 */
export const createTemporalKey = operation({
  name: 'kb.temporal-key.create',
  summary: 'Create a key that lives for seconds',
  http: { method: 'POST', path: '/api/v1/service_account_temporal_key', host: 'zone', success: 201 },
  policy: { credentials: ['sa'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: TemporalKeyPayload,
  answer: ShortLivedToken,
  deadlineMs: 10_000,
});

/**
 * A token that reads one knowledge box, for addresses that a browser opens by itself: sent as `eph-token` in the query
 * of GET and HEAD requests, or in the header `Authorization`. It is for the box of the API key; a user names the box in
 * `path`. It dies with the API key, or with the right of the user to the box.
 */
export const createEphemeralToken = operation({
  name: 'kb.ephemeral-token.create',
  summary: 'Create a reader token for links and browsers',
  http: { method: 'POST', path: '/api/v1/ephemeral_token', host: 'zone', success: 201 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: EphemeralTokenPayload,
  answer: ShortLivedToken,
  fails: {
    not_found: 'The knowledge box that `path` names does not exist.',
    invalid_request: 'The request is not valid, or a user names no knowledge box in `path`.',
  },
  deadlineMs: 10_000,
});

/**
 * A token that reads this knowledge box, for addresses that a browser opens by itself: sent as `eph-token` in the query
 * of GET and HEAD requests, or in the header `Authorization`. It dies with the API key that made it, or with the right
 * of the user to the box.
 */
export const createKnowledgeBoxEphemeralToken = operation({
  name: 'kb.ephemeral-token.create-for-box',
  summary: 'Create a reader token of a knowledge box for links and browsers',
  http: { method: 'POST', path: '/api/v1/account/{account}/kb/{kbid}/ephemeral_tokens', host: 'zone', success: 201 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'kb', refusesTemporalKeys: true },
  params: AccountKnowledgeBoxTarget,
  body: EphemeralTokenPayload,
  answer: ShortLivedToken,
  deadlineMs: 10_000,
});
