import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { CONFIGURATION_NAME_CHARS_MAX } from '../../knowledge-box/limits';
import { ListOf } from '../../validation/decorators';
import { text } from '../../validation/node';
import { CURSOR_MAX } from '../agent-socket/agent-socket.dto';
import { AGENTIC_ID } from '../agentic-config/agentic-config.dto';
import type { InteractionRequest } from '../interaction/interaction.dto';

const GROUPS_MAX = 1_000;
const GROUP_CHARS_MAX = 1_024;

/** How a knowledge box is asked over a socket. */
export class AgenticAskQuery {
  /** Id of the agentic configuration. */
  @IsString() @Matches(AGENTIC_ID) agentic_config_id!: string;
  /** Name of a search configuration of the box, of the kind `ask`, for what is asked of the box. */
  @IsOptional() @IsString() @MaxLength(CONFIGURATION_NAME_CHARS_MAX) search_configuration?: string;
  /** Security groups of the person who asks: only what they may see is found. */
  @IsOptional() @ListOf(text({ minLength: 1, maxLength: GROUP_CHARS_MAX }), { max: GROUPS_MAX }) groups?: string[];
  /** Whether the socket takes another question after an answer; otherwise it closes (1000). */
  @IsBoolean() keep_open: boolean = false;
  /**
   * Number of the first frame that is wanted, for a client whose socket broke: when the first question on this socket
   * is that of an interaction of the caller, its frames are sent from there on.
   */
  @IsOptional() @IsInt() @Min(0) @Max(CURSOR_MAX) from_cursor?: Integer;
}

/** Where a knowledge box is asked, for services. */
export class AgenticPlace {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the agentic configuration. */
  config!: string;
  /** Name of a search configuration. */
  searchConfiguration?: string;
  /** Security groups of the person who asks. */
  groups?: readonly string[];
}

/** A question to a knowledge box. */
export class AgenticQuestion {
  /** Where it is asked. */
  place!: AgenticPlace;
  /** The question. */
  request!: InteractionRequest;
  /** Headers that its message named; those of the connection may differ when it is asked again. */
  asked!: Record<string, string>;
  /** The number of the frame that the caller wants first, if this is the question of an interaction that it follows. */
  from?: number;
}
