import type { Credential } from './session';

/** What the address brought with which the page was opened. */
export type Arrival = { readonly credential: Credential } | { readonly refusal: string };

const LINK = '/sign-in';
const CALLBACK = '/user/callback';

let arrival: Arrival | undefined;

/**
 * Takes the code out of an address `/sign-in#CODE` or `/user/callback?code=…`, and so out of the history, before
 * anything else runs.
 */
export function takeArrival(): void {
  const { pathname, hash, search } = window.location;
  if (pathname === LINK && hash.length > 1) {
    // Codes need no escapes; a text with escapes is invalid, and the server says so.
    arrival = { credential: { code: hash.slice(1) } };
    window.history.replaceState(null, '', pathname);
  } else if (pathname === CALLBACK) {
    const returned = new URLSearchParams(search);
    const state = returned.get('state') ?? '';
    arrival = arrivalOf(returned, state);
    const from = pathIn(state);
    // The sign-in checks where that leads.
    window.history.replaceState(null, '', from === undefined ? LINK : `${LINK}?${new URLSearchParams({ from })}`);
  }
}

function arrivalOf(returned: URLSearchParams, state: string): Arrival {
  const code = returned.get('code');
  if (code !== null) return { credential: { authorization_code: code, state } };
  return { refusal: returned.get('error_description') ?? returned.get('error') ?? '' };
}

/** Where the person wanted to go, in the state with which the sign-in began. */
function pathIn(state: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(state.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const from: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'from') : undefined;
    return typeof from === 'string' ? from : undefined;
  } catch {
    return undefined;
  }
}

export function hasArrived(): boolean {
  return arrival !== undefined;
}

/** Gives it once. */
export function arrivedWith(): Arrival | undefined {
  const taken = arrival;
  arrival = undefined;
  return taken;
}
