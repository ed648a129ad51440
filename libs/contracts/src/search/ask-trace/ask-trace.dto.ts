import { Matches } from 'class-validator';
import type { SentenceStatus } from '../../core/checked-sentence';
import type { Integer } from '../../core/integer';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';

/** A recorded question. */
export class AskTraceTarget extends KnowledgeBoxTarget {
  /** `SVC-LEARNING-ID` of the answer. */
  @Matches(/^[0-9a-f]{32}$/) learning_id!: string;
}

/** A paragraph with its score at one stage. */
export interface TracedScore {
  /** Id of the paragraph. */
  readonly id: string;
  /** Its score. */
  readonly score: number;
}

/** Results of one search for the question, stage by stage. */
export interface TracedRetrieval {
  /** The queries that were searched. */
  readonly query: string;
  /** How it was looked up: legs, fusion, reranking, vectorset, filter, language, least scores. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Of the fused ranking, those that were found by words, best first. */
  readonly keyword: readonly TracedScore[];
  /** Those that were found by meaning. */
  readonly semantic: readonly TracedScore[];
  /** Those that were found in the knowledge graph. */
  readonly graph: readonly TracedScore[];
  /** The best of the fused ranking. */
  readonly fused: readonly TracedScore[];
  /** Those that were shown, as the reranker ordered them. */
  readonly ranked: readonly TracedScore[];
  /** The stages that it skipped. */
  readonly warnings: readonly string[];
}

/** A part of what the model got. */
export interface TracedContext {
  /** Id of the paragraph, or another key of the context. */
  readonly key: string;
  /** Characters of the text that the model got. */
  readonly chars: Integer;
  /** The first 16 hex digits of the SHA-256 of that text. */
  readonly digest: string;
  /**
   * That text, for owners and managers, where the paragraph still has it; null where it has changed, is gone or is not
   * that of one paragraph. Absent for others.
   */
  readonly text?: string | null;
}

/** A sentence of the answer, compared with the context. Positions are code points of the answer. */
export interface TracedSentence {
  /** Result of the comparison. */
  readonly status: SentenceStatus;
  /** First code point, from 0. */
  readonly start: Integer;
  /** End, exclusive. */
  readonly end: Integer;
  /** Keys of the context that says it, best first; empty when it is `unsupported`. */
  readonly sources: readonly string[];
}

/** Instructions to the model besides the context. */
export interface TracedPrompt {
  /** The system prompt of the request; null without one. */
  readonly system: string | null;
  /** The prompt of the request; null without one. */
  readonly user: string | null;
  /** The question as the model got it. */
  readonly question: string;
}

/** How a question was answered. */
export class AskTraceAnswer {
  /** `SVC-LEARNING-ID` of the answer. */
  learning_id!: string;
  /** When it was asked, UTC without suffix. */
  date!: string;
  /**
   * The request as it was sent, with the members of its search configuration. Its `extra_context` and prompts are shown
   * to owners and managers only.
   */
  request!: Readonly<Record<string, unknown>>;
  /** The question as it was rewritten to stand alone; null when it was not. */
  rephrased_question!: string | null;
  /** Security groups of the credential that asked; null when it had none. */
  security_groups!: readonly string[] | null;
  /** The searches for it. */
  retrievals!: readonly TracedRetrieval[];
  /** The context of the model, in its order. */
  context!: readonly TracedContext[];
  /** The sentences of the answer that state something; null when the request asked for no citations. */
  sentences!: readonly TracedSentence[] | null;
  /** Instructions to the model, for owners and managers; null for others. */
  prompt!: TracedPrompt | null;
  /** Whether it can be replayed: the request was small enough to be kept. */
  replayable!: boolean;
}

/** Differences at one stage. At most 50 of each kind are listed. */
export interface StageDifferences {
  /** `question`, `parameters`, `keyword`, `semantic`, `graph`, `fused`, `ranked` or `context`. */
  readonly stage: string;
  /** Which of the searches, by its place in `retrievals`; null for stages of the whole question. */
  readonly retrieval: Integer | null;
  /** Entries that are new. */
  readonly added: readonly string[];
  /** Entries that are gone. */
  readonly removed: readonly string[];
  /** Entries with another place, score, text or value. */
  readonly changed: readonly StageChange[];
}

/** One thing that differs. */
export interface StageChange {
  /** Id of the paragraph, key of the context, or name of the parameter. */
  readonly id: string;
  /** The member that differs: `place`, `score`, `text` or `value`. */
  readonly what: 'place' | 'score' | 'text' | 'value';
  /** The earlier value. */
  readonly before: unknown;
  /** The new value. */
  readonly after: unknown;
}

/** A retrieval that ran again, compared with the recorded one. */
export class AskReplay {
  /** `SVC-LEARNING-ID` of the recorded answer. */
  learning_id!: string;
  /** Whether every stage is the same. */
  identical!: boolean;
  /** Stages that differ, in their order. */
  differences!: readonly StageDifferences[];
  /** Results of the searches now. */
  retrievals!: readonly TracedRetrieval[];
}
