import type { InteractionTimeline } from '../timeline/timeline.dto';

/** One thing that differs. */
export interface ReplayChange {
  /** Path of the step, or name of the member. */
  readonly id: string;
  /** The member that differs: `value` and `error` of a step; `outcome`, `error` and `answer` of the interaction. */
  readonly what: 'value' | 'error' | 'outcome' | 'answer';
  /** The recorded value. */
  readonly before: string | null;
  /** The value now. */
  readonly after: string | null;
}

/** Differences at one stage. At most 50 of each kind are listed. */
export interface ReplayDifferences {
  /** `steps` of modules, `context`: the texts that were read, or `answer`: the outcome and the answer. */
  readonly stage: 'steps' | 'context' | 'answer';
  /** Paths of steps, or ids of texts, that are new. */
  readonly added: readonly string[];
  /** Paths of steps, or ids of texts, that are gone: they changed, were deleted, or the caller may not see them. */
  readonly removed: readonly string[];
  /** Steps with another result, or another answer. */
  readonly changed: readonly ReplayChange[];
}

/** What an interaction took. */
export interface ReplayFigures {
  /** Seconds from the first frame to the last. */
  readonly total_time: number;
  /** Thousands of tokens that models read. */
  readonly input_svc_tokens: number;
  /** Thousands of tokens that models wrote. */
  readonly output_svc_tokens: number;
}

/** An interaction that ran again, compared with the recorded one. */
export class InteractionReplay {
  /** Id of the recorded interaction. */
  id!: string;
  /** Whether its steps, what they read, and its answer are the same. Time and tokens do not count. */
  identical!: boolean;
  /** Stages that differ, in their order. */
  differences!: readonly ReplayDifferences[];
  /** What the recorded interaction took. */
  before!: ReplayFigures;
  /** What it takes now. */
  after!: ReplayFigures;
  /** How it went now. Its id names nothing: neither it nor its frames are kept. */
  timeline!: InteractionTimeline;
}
