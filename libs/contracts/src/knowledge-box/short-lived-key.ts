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

export const TEMPORAL_KEY_TTL_S_MAX = 10;
export const EPHEMERAL_TOKEN_TTL_S_MAX = 3_600;
export const TOKEN_SECURITY_GROUPS_MAX = 256;

/** A misspelt `security_groups` would make a key without restrictions. */
@RefuseLike(SECURITY_LIKE, 'security_groups')
export class TemporalKeyPayload {
  /** Seconds. */
  @IsInt() @Min(1) @Max(TEMPORAL_KEY_TTL_S_MAX) ttl: number = TEMPORAL_KEY_TTL_S_MAX;
  /** Restricts the key to asking, and to what these groups may see. Empty: as its parent. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(TOKEN_SECURITY_GROUPS_MAX)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(512, { each: true })
  @Matches(/^[^;]*$/, { each: true })
  security_groups?: string[] | null;
}

/** Cannot be restricted to groups: a caller who names some is refused. */
@RefuseLike(SECURITY_LIKE)
export class EphemeralTokenPayload {
  @IsOptional() @IsString() @MaxLength(250) agent_session?: string | null;
  /** The only URL path that it opens. */
  @IsOptional() @IsString() @MaxLength(2_048) @Matches(/^\//) path?: string | null;
  /** Seconds. */
  @IsInt() @Min(1) @Max(EPHEMERAL_TOKEN_TTL_S_MAX) ttl: number = EPHEMERAL_TOKEN_TTL_S_MAX;
}

export class ShortLivedToken {
  token!: string;
}

/** Only an API key may ask; the new one dies with it. */
export const createTemporalKey = operation({
  name: 'kb.temporal-key.create',
  summary: 'Create a key that lives for seconds',
  http: { method: 'POST', path: '/api/v1/service_account_temporal_key', host: 'zone', success: 201 },
  policy: { credentials: ['sa'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: TemporalKeyPayload,
  answer: ShortLivedToken,
  deadlineMs: 10_000,
});

/** For the knowledge box of the API key; a user names it in `path`. */
export const createEphemeralToken = operation({
  name: 'kb.ephemeral-token.create',
  summary: 'Create a reader token for links and browsers',
  http: { method: 'POST', path: '/api/v1/ephemeral_token', host: 'zone', success: 201 },
  policy: { credentials: ['sa', 'user', 'pat'], role: 'any', on: 'self', refusesTemporalKeys: true },
  body: EphemeralTokenPayload,
  answer: ShortLivedToken,
  deadlineMs: 10_000,
});

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
