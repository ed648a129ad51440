/** A turn of a conversation. */
export interface Said {
  /** `USER`, `ASSISTANT`, or another role. */
  readonly author: string;
  readonly text: string;
}

/** A question that may refer to earlier turns. */
export interface FollowUp {
  /** The original question. */
  readonly question: string;
  /** Earlier turns, oldest first. */
  readonly history: readonly Said[];
  /** Texts that may explain what the question refers to. */
  readonly extraContext: readonly string[];
  /** Whether to rewrite a question without earlier turns, too, as a search query. */
  readonly standsAlone?: boolean;
  /** 0 always uses the history, 1 never. */
  readonly relevanceThreshold?: number;
}

/** A question that stands alone. */
export interface Rephrased {
  /** The question to search with. */
  readonly question: string;
  /** False when the question stands alone and later steps should ignore the history. */
  readonly usedHistory: boolean;
  /** The question refers to something that neither the history nor the context names: it is unchanged. */
  readonly lacksContext?: boolean;
  /** Tokens that a model read and wrote; absent without one. */
  readonly tokens?: { readonly input: number; readonly output: number };
}
