/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { Window } from 'happy-dom';

/** What a page at an address knows of its code. */
async function at(address: string) {
  jest.resetModules();
  // The window of this environment, which has no page of its own.
  (window as unknown as Window).happyDOM.setURL(`http://console.test${address}`);
  const module = await import('./link-code');
  module.takeLinkCode();
  return module;
}

describe('the code of a link', () => {
  it('is taken out of the address and of the history, and given once', async () => {
    const { hasLinkCode, linkCode } = await at('/sign-in#once-only');
    expect([window.location.pathname, window.location.hash]).toEqual(['/sign-in', '']);
    expect(hasLinkCode()).toBe(true);
    expect([linkCode(), linkCode(), hasLinkCode()]).toEqual(['once-only', undefined, false]);
  });

  it.each(['/sign-in', '/sign-in#', '/boxes#content'])('is not in %s', async (address) => {
    const { hasLinkCode, linkCode } = await at(address);
    expect([hasLinkCode(), linkCode()]).toEqual([false, undefined]);
  });

  it('leaves other marks in addresses alone', async () => {
    await at('/boxes#content');
    expect(window.location.hash).toBe('#content');
  });
});
