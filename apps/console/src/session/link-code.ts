/** The code of a link `/sign-in#CODE`, if the page was opened by one. */
let code: string | undefined;

/** Takes the code out of the address, and so out of the history, before anything else runs. */
export function takeLinkCode(): void {
  const { pathname, hash } = window.location;
  if (pathname !== '/sign-in' || hash.length < 2) return;
  // Codes need no escapes; a text with escapes is invalid, and the server says so.
  code = hash.slice(1);
  window.history.replaceState(null, '', pathname);
}

export function hasLinkCode(): boolean {
  return code !== undefined;
}

/** Gives the code once. */
export function linkCode(): string | undefined {
  const taken = code;
  code = undefined;
  return taken;
}
