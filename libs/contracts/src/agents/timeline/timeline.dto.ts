import { IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { SESSION_NAME_CHARS_MAX } from '../../core/identifiers';
import { AgentTarget } from '../params';

/** An interaction of an agent. */
export class TimelineTarget extends AgentTarget {
  /** Id of the interaction, a UUID: `original_question_uuid` of its frames. */
  @IsUUID() interaction_id!: string;
}

/** Which interactions. */
export class TimelinesQuery {
  /** Id or slug of a session, or `ephemeral`; all when absent. */
  @IsOptional() @IsString() @MaxLength(SESSION_NAME_CHARS_MAX) session?: string;
  /** Interactions before the one with this id. */
  @IsOptional() @IsUUID() before?: string;
  /** Most interactions of the answer. */
  @IsInt() @Min(1) @Max(100) size: number = 20;
}

/** How an interaction ended. */
export const interactionOutcomes = ['answered', 'failed', 'cancelled'] as const;
/** How an interaction ended. */
export type InteractionOutcome = (typeof interactionOutcomes)[number];

/** An interaction that has ended. */
export class EndedInteraction {
  /** Id of the interaction, and of its question. */
  id!: string;
  /** Id of the session; `ephemeral` when nothing keeps it. */
  session_id!: string;
  /** Id of the workflow. */
  workflow!: string;
  /** Who asked: the caller's `x-kbdb-user`, else the id of the user or service account. */
  user!: string | null;
  /** Kind of the credential: `user`, `pat`, `sa`, `eph`. */
  user_type!: string;
  /** When it began, UTC. */
  date!: string;
  /** The question, at most its first 32,768 characters. */
  question!: string;
  /** The answer, at most its first 32,768 characters; null when there is none. */
  answer!: string | null;
  /** How it ended. */
  outcome!: InteractionOutcome;
  /** Why it failed or was cancelled; null when it was answered. */
  error!: string | null;
  /** Seconds from the first frame to the last. */
  total_time!: number;
  /** Thousands of tokens that models read. */
  input_svc_tokens!: number;
  /** Thousands of tokens that models wrote. */
  output_svc_tokens!: number;
}

/** A call that a module made. */
export interface TimelineCall {
  /** `chat`, `rephrase` and `remi` ask a model; `retrieval` asks a source. */
  readonly kind: 'chat' | 'rephrase' | 'remi' | 'retrieval';
  /** Seconds from the begin of the interaction. */
  readonly start: number;
  /** Seconds that it took. */
  readonly seconds: number;
  /** Model that answered, or that the module named; null where neither is known. */
  readonly model: string | null;
  /** Identifier of the source. */
  readonly source: string | null;
  /** Knowledge box of the source. */
  readonly kbid: string | null;
  /** Tokens that the model read, as it counts them. */
  readonly input_tokens: number | null;
  /** Tokens that the model wrote, as it counts them. */
  readonly output_tokens: number | null;
  /** Ids of the paragraphs that were found, best first. */
  readonly paragraphs: readonly string[];
  /** Id of the answer: `ask/trace/{learning_id}` of the knowledge box explains and replays the retrieval. */
  readonly learning_id: string | null;
  /** Why it failed. */
  readonly error: string | null;
}

/** A step of a module. */
export interface TimelineStep {
  /** Name of the module. */
  readonly module: string;
  /** Title of the module. */
  readonly title: string;
  /** Which module, such as `/context/{id}`. */
  readonly agent_path: string;
  /** Seconds from the begin of the interaction. */
  readonly start: number;
  /** Seconds that it took. */
  readonly timeit: number;
  /** What it did, at most 1,000 characters. */
  readonly value: string | null;
  /** Why, at most 1,000 characters. */
  readonly reason: string | null;
  /** Thousands of tokens that models read. */
  readonly input_svc_tokens: number;
  /** Thousands of tokens that models wrote. */
  readonly output_svc_tokens: number;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
  /** Calls of models and sources, in the order in which they began. */
  readonly calls: readonly TimelineCall[];
}

/** What a module gave the answer to read. */
export interface TimelineContext {
  /** Identifier of the driver, or path of the module. */
  readonly source: string;
  /** Name of the module. */
  readonly agent: string;
  /** Id of the module. */
  readonly agent_id: string;
  /** Ids of the texts, best first. The texts are not kept. */
  readonly chunks: readonly string[];
}

/** How an interaction went: its steps, and what was read. */
export class InteractionTimeline extends EndedInteraction {
  /** In the order in which they began. */
  steps!: readonly TimelineStep[];
  /** In the order in which it was found. */
  context!: readonly TimelineContext[];
  /** Whether steps, calls or ids are left out because there were too many. */
  is_reduced!: boolean;
  /** Values for the parameters of the workflow; null where they and the history were too large to be kept. */
  arguments!: Readonly<Record<string, unknown>> | null;
  /** Whether it can be replayed: arguments and history were small enough to be kept. */
  replayable!: boolean;
}

/** Interactions, newest first. */
export class EndedInteractions {
  /** Newest first. */
  interactions!: readonly EndedInteraction[];
  /** Whether there are older ones: pass the last `id` as `before`. */
  has_more!: boolean;
}
