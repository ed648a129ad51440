/** One entry of the context. */
export interface ContextEntry {
  /** Paragraph id, field id, `USER_CONTEXT_n`. Unique within a request. */
  readonly key: string;
  /** What the model reads. */
  readonly text: string;
  /** Title of what the text is from. */
  readonly title?: string;
  /** ISO 639-1. */
  readonly language?: string;
  /**
   * How near the text is to the question in meaning: 0 is the least that the embedder shows, 1 the same. Absent where
   * it is not known.
   */
  readonly similarity?: number;
}
