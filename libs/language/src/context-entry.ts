/** One entry of the context. */
export interface ContextEntry {
  /** Paragraph id, field id, `USER_CONTEXT_n`. Unique within a request. */
  readonly key: string;
  /** Text for the model. */
  readonly text: string;
  /** Title of the source. */
  readonly title?: string;
  /** ISO 639-1. */
  readonly language?: string;
  /**
   * Similarity in meaning of the text to the question: 0 is the embedder's minimum, 1 the same. Absent when unknown.
   */
  readonly similarity?: number;
}
