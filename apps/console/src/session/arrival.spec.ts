/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import type { Window } from 'happy-dom';

/** What a page at an address knows of its code. */
async function at(address: string) {
  jest.resetModules();
  // The window of this environment, which has no page of its own.
  (window as unknown as Window).happyDOM.setURL(`http://console.test${address}`);
  const module = await import('./arrival');
  module.takeArrival();
  return module;
}

const stateOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const address = () => window.location.pathname + window.location.search + window.location.hash;

describe('the code of a link', () => {
  it('is taken out of the address and of the history, and given once', async () => {
    const { hasArrived, arrivedWith } = await at('/sign-in#once-only');
    expect(address()).toBe('/sign-in');
    expect(hasArrived()).toBe(true);
    expect([arrivedWith(), arrivedWith(), hasArrived()]).toEqual([
      { credential: { code: 'once-only' } },
      undefined,
      false,
    ]);
  });

  it.each(['/sign-in', '/sign-in#', '/boxes#content', '/boxes?code=x'])('is not in %s', async (place) => {
    const { hasArrived, arrivedWith } = await at(place);
    expect([hasArrived(), arrivedWith()]).toEqual([false, undefined]);
  });

  it('leaves other marks in addresses alone', async () => {
    await at('/boxes#content');
    expect(window.location.hash).toBe('#content');
  });
});

describe('the code of the authorization server', () => {
  it('is taken out of the address, which then says where to go', async () => {
    const state = stateOf({ from: '/boxes/ñ?a=1', id: 'x' });
    const { arrivedWith } = await at(`/user/callback?code=c-1&state=${state}&iss=x`);
    expect(address()).toBe(`/sign-in?${new URLSearchParams({ from: '/boxes/ñ?a=1' })}`);
    expect(arrivedWith()).toEqual({ credential: { authorization_code: 'c-1', state } });
  });

  it.each(['', 'no-base64!', stateOf({ id: 'x' }), stateOf({ from: 5 })])(
    'leads nowhere with state %j',
    async (state) => {
      const { arrivedWith } = await at(`/user/callback?code=c-1&state=${state}`);
      expect(address()).toBe('/sign-in');
      expect(arrivedWith()).toEqual({ credential: { authorization_code: 'c-1', state } });
    },
  );

  it('may be a refusal instead', async () => {
    const { arrivedWith } = await at('/user/callback?error=access_denied&error_description=Not+now');
    expect(arrivedWith()).toEqual({ refusal: 'Not now' });
  });
});
