/** One thing that was said in a conversation. */
export interface Said {
  /** `USER`, `ASSISTANT`, or another role. */
  readonly author: string;
  readonly text: string;
}

/** A question, and what it may refer to. */
export interface FollowUp {
  /** The question as it was asked. */
  readonly question: string;
  /** What was said before, oldest first. */
  readonly history: readonly Said[];
  /** Texts that may explain what the question refers to. */
  readonly extraContext: readonly string[];
  /** Whether the question is rewritten although nothing was said before it, as a query that is searched. */
  readonly standsAlone?: boolean;
  /** 0 always uses the history, 1 never. */
  readonly relevanceThreshold?: number;
}

/** A question that stands alone. */
export interface Rephrased {
  /** The question to search with. */
  readonly question: string;
  /** False when the question stands alone and the history should be left out of what follows. */
  readonly usedHistory: boolean;
  /** The question refers to something that neither the history nor the context names: it is as it was asked. */
  readonly lacksContext?: boolean;
}
