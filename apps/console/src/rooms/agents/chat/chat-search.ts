/** Where the chat of an agent continues. */
export interface ChatSearch {
  /** Id or slug of a session. */
  readonly session?: string;
}

/** Reads the search of an address. */
export function chatSearch({ session }: Record<string, unknown>): ChatSearch {
  return typeof session === 'string' && session !== '' ? { session } : {};
}
