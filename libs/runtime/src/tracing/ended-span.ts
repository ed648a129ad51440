/** A piece of work that has ended. */
export interface EndedSpan {
  readonly name: string;
  /** `client`: work of another program, for which this one waits. */
  readonly kind: 'internal' | 'client' | 'server';
  readonly began: Date;
  readonly seconds: number;
  /** By the semantic conventions; never a text of a user or a document. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Code of the failure. */
  readonly errorCode?: string | undefined;
  /** Pieces of it. */
  readonly parts: readonly EndedSpan[];
}
