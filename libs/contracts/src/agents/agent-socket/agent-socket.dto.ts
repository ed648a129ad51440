import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { CHAT_TEXT_CHARS_MAX } from '../../search/ask/ask.dto';
import { InteractionQuery } from '../interaction/interaction.dto';

/** Numbers of frames. */
export const CURSOR_MAX = 1_000_000_000;
const REQUEST_ID_CHARS_MAX = 200;

/** How a socket of an agent is used. */
export class AgentSocketQuery extends InteractionQuery {
  /** Whether the socket takes another question after an answer; otherwise it closes (1000). */
  @IsBoolean() keep_open: boolean = false;
  /** Whether a session that is missing is created, with this slug. */
  @IsBoolean() create_session_if_not_exists: boolean = true;
  /**
   * Number of the first frame that is wanted of the latest interaction that the caller began in this session, for a
   * client whose socket broke. The first question on this socket is ignored when it is that of the interaction.
   */
  @IsOptional() @IsInt() @Min(0) @Max(CURSOR_MAX) from_cursor?: Integer;
}

/** What the user says to a question of the agent. */
export class UserAnswer {
  /** `request_id` of the question. */
  @IsString() @MinLength(1) @MaxLength(REQUEST_ID_CHARS_MAX) request_id!: string;
  /** A text, or JSON as text. */
  @IsString() @MaxLength(CHAT_TEXT_CHARS_MAX) response!: string;
  /** Kind of the message. */
  @IsOptional() @IsIn(['user_response']) op?: 'user_response';
}

/** Ends what runs on the socket, and the socket. */
export class SocketEnd {
  /** 1: end. */
  @IsIn([1]) operation!: 1;
}

/** A frame from which an interaction is followed. */
export class FollowedFrom {
  /** Its number. */
  @IsInt() from!: Integer;
}
