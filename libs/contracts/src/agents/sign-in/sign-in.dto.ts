import { IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../../core/identifiers';
import { AgentId, SessionName } from '../../validation/ids';
import { WORKFLOW_ID } from '../params';

const STATE_CHARS_MAX = 250;
const CODE_CHARS_MAX = 4_096;
const ERROR_CHARS_MAX = 2_048;

/** For which interaction a user signs in, where the path says so. */
export class SignInPlace {
  /** Id of the agent, UUID with or without hyphens. */
  @IsOptional() @AgentId() agent_id?: string;
  /** Id of the workflow. */
  @IsOptional() @IsString() @Matches(WORKFLOW_ID) workflow_id?: string;
  /** Id or slug of the session. */
  @IsOptional() @SessionName() @MaxLength(SESSION_NAME_CHARS_MAX) session?: string;
  /** Id of the sign-in, a UUID: that of the interaction. */
  @IsOptional() @IsUUID() oauth_uuid?: string;
}

/** What an authorization server sends a user back with. */
export class SignInReturn {
  /** Names the sign-in. It counts once, for ten minutes. */
  @IsOptional() @IsString() @MaxLength(STATE_CHARS_MAX) state?: string;
  /** What the agent gets tokens for; absent where the user refused. */
  @IsOptional() @IsString() @MaxLength(CODE_CHARS_MAX) code?: string;
  /** Why there is no code. */
  @IsOptional() @IsString() @MaxLength(ERROR_CHARS_MAX) error?: string;
}

/** A sign-in that worked. */
export class SignInOutcome {
  /** For people. */
  message!: string;
}
