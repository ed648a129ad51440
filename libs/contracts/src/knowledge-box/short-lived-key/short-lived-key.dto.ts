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
  MinLength,
} from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../../core/identifiers';
import { RefuseLike, Satisfies } from '../../validation/decorators';
import { SECURITY_LIKE } from '../limits';

/** Most seconds that a temporal key lives. */
export const TEMPORAL_KEY_TTL_S_MAX = 10;

/** Most seconds that an ephemeral token lives. */
export const EPHEMERAL_TOKEN_TTL_S_MAX = 3_600;

/** Seconds that a temporary access token lives. */
export const TEMPORARY_ACCESS_TTL_S = 300;

/** Security groups that one temporal key can carry. */
export const TOKEN_SECURITY_GROUPS_MAX = 256;

const NO_GROUPS =
  'must name a group: an empty list would open all that the API key may read. ' +
  'Leave the member out to make a key without restrictions';

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
   * this member the key may do what its API key may, except making keys. An empty list is refused: an application that
   * found no groups of a user would hand out the whole box.
   */
  @IsOptional()
  @Satisfies((groups: readonly string[]) => (groups.length > 0 ? undefined : NO_GROUPS))
  @IsArray()
  @ArrayMaxSize(TOKEN_SECURITY_GROUPS_MAX)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(512, { each: true })
  @Matches(/^[^;]*$/, { each: true })
  security_groups?: string[] | null;
}

/** The session of a retrieval agent that a key is for. It cannot be restricted to groups: such members are refused. */
@RefuseLike(SECURITY_LIKE)
export class AgentSessionKeyPayload {
  /** Id or slug of the session, as the paths that the key opens have it; `ephemeral` for the one that nothing keeps. */
  @IsString() @MinLength(1) @MaxLength(SESSION_NAME_CHARS_MAX) agent_session!: string;
  /** Seconds that the key lives; no longer than its API key. */
  @IsInt() @Min(1) @Max(TEMPORAL_KEY_TTL_S_MAX) ttl: number = TEMPORAL_KEY_TTL_S_MAX;
}

/** How an ephemeral token is restricted. It cannot be restricted to groups: members that look like it are refused. */
@RefuseLike(SECURITY_LIKE)
export class EphemeralTokenPayload {
  /**
   * Session of the retrieval agent in which the token may ask: its id or slug, as the paths that the token opens have
   * it; `ephemeral` for the session that nothing keeps. Without it the token opens no path of an agent.
   */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(SESSION_NAME_CHARS_MAX) agent_session?: string | null;
  /**
   * The only URL path, with what lies below it, that the token opens; with or without `/api/v1`. Every path of its
   * knowledge box when absent.
   */
  @IsOptional() @IsString() @MaxLength(2_048) @Matches(/^\//) path?: string | null;
  /** Seconds that the token lives. */
  @IsInt() @Min(1) @Max(EPHEMERAL_TOKEN_TTL_S_MAX) ttl: number = EPHEMERAL_TOKEN_TTL_S_MAX;
}

/** Which knowledge box a temporary access token is for. */
export class TemporaryAccessQuery {
  /**
   * The only URL path, with what lies below it, that the token opens; with or without `/api/v1`. Users name the
   * knowledge box by it, as `/kb/{kbid}`.
   */
  @IsOptional() @IsString() @MaxLength(2_048) @Matches(/^\//) path?: string;
}

/** A token that lives for seconds or minutes. */
export class ShortLivedToken {
  /** The secret, a JWT. */
  token!: string;
}
