import type { Finding } from '../processing-status/processing-status.dto';

/** Which resource is waited for, by its id or slug, and for how long. */
export class FindingQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the resource; absent where the slug is given. */
  rid?: string;
  /** Slug of the resource. */
  rslug?: string;
  /** Milliseconds, at most `WAIT_S_MAX` seconds. */
  waitMs!: number;
}

/** How far the indexes are with a resource. */
export class FindingState {
  /** How it cannot be found yet: by words or by meaning; null once it is found by both, and when it does not exist. */
  waits_for!: Finding | null;
}
