import type { Comments, JsonSchema } from '../validation/json-schema';

/**
 * What the description of the interface needs besides the declarations of operations: types, comments and recorded
 * calls. The build reads it from the sources (`tools/generators`).
 */
export interface InterfaceDescription {
  /** Schemas of answers and of what they consist of, by name of the type. */
  readonly answers: Readonly<Record<string, JsonSchema>>;
  /** Doc comments of what requests consist of. */
  readonly comments: Comments;
  /** Doc comments of operations, by name of the operation. */
  readonly operations: Readonly<Record<string, string>>;
  /** One for each path of an operation that clients may call, by the id of the path. */
  readonly examples: Readonly<Record<string, InterfaceExample>>;
}

/**
 * A call that an e2e spec made, and what the product answered: `RECORD_EXAMPLES` records it in the file
 * `noun.examples.json` beside the declaration of the operation.
 */
export interface InterfaceExample {
  /** With its query, below the origin. */
  readonly path: string;
  /** JSON; absent where none was sent. */
  readonly body?: unknown;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Media type of the answer, without parameters. */
  readonly contentType: string;
  /** JSON, a line of NDJSON, or a text. Credentials are left out. */
  readonly answer?: unknown;
}
