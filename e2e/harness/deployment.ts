/** A running Lectern, however it is put together. */
export interface Deployment {
  readonly origin: string;
  /** Of each gateway, when there are several. */
  readonly origins?: readonly string[];
  /** The root user's personal access token. */
  readonly token: string;
  /** Its embedded database is below it. */
  readonly folder: string;
  /** Output of its processes. */
  printed(): string;
  stop(): Promise<void>;
}

/** Of tests only; a real deployment makes its own. */
export const BOOTSTRAP_TOKEN = 'end-to-end-tests-use-this-token-0123456789';
