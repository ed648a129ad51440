import recorded from './interface-examples.generated.json';

/** A call that an e2e spec made, and what the product answered. */
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

/** One for each operation that clients may call, by its name: `RECORD_EXAMPLES=1 npm run e2e` records them. */
export const interfaceExamples: Readonly<Record<string, InterfaceExample>> = recorded;
