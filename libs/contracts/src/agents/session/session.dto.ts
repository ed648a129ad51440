import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { SLUG, TEXT_CHARS_MAX, type TextFormat, textFormats } from '../../core/identifiers';

const NAME_CHARS_MAX = 2_048;
const PAGE_SIZE_MAX = 200;

/** A session: a conversation with an agent that its memory keeps. */
export class SessionPayload {
  /** Names it in paths; unique in the agent. Ignored when a session is changed. */
  @IsString() @Matches(SLUG) slug!: string;
  /** For people. */
  @IsString() @MaxLength(NAME_CHARS_MAX) name!: string;
  /** For people. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) summary!: string;
  /** What the agent should know in this session. */
  @IsString() @MaxLength(TEXT_CHARS_MAX) data!: string;
  /** How `data` is written. */
  @IsIn(textFormats) format!: TextFormat;
}

/** A new session. */
export class SessionCreated {
  /** Id of the session, 32 hex digits. */
  uuid!: string;
  /** Seconds that it took. */
  elapsed!: number;
  /** Number of the change. */
  seqid!: Integer;
}

/** Which page of sessions. */
export class SessionsQuery {
  /** Page, from 0. */
  @IsInt() @Min(0) @Max(10_000_000) page: Integer = 0;
  /** Sessions of a page; 20 when absent. */
  @IsOptional() @IsInt() @Min(1) @Max(PAGE_SIZE_MAX) size?: Integer;
  /** The same, for clients that spell it so. */
  @IsOptional() @IsInt() @Min(1) @Max(PAGE_SIZE_MAX) page_size?: Integer;
}
