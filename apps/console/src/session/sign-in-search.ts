/** Parameters in the address of the sign-in. */
export interface SignInSearch {
  /** Where to go afterwards: a path of the console. */
  readonly from?: string;
  /** Whether a session has ended. */
  readonly ended?: boolean;
  /** Why, in the words of the server. */
  readonly reason?: string;
}

const REASON_CHARS_MAX = 300;

/** An address that leads out of the console is not taken, even from a link that somebody else made. */
export function signInSearch({ from, ended, reason }: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof from === 'string' && /^\/(?![/\\])/.test(from) && !from.startsWith('/sign-in') && { from }),
    ...(ended === true && { ended }),
    ...(ended === true && typeof reason === 'string' && { reason: reason.slice(0, REASON_CHARS_MAX) }),
  };
}
