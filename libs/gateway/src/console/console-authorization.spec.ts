import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { beginAuthorization, noAuthorizationCookie, returnedVerifier } from './console-authorization';

const place = { isOn: true, publicUrl: 'https://kb.example' };
/** The parts of a request that matter here. */
const requestWith = (cookie?: string) =>
  ({ headers: { host: 'kb.example', ...(cookie !== undefined && { cookie }) }, socket: {} }) as IncomingMessage;
const begin = (from?: string) =>
  beginAuthorization(requestWith(), { issuer: 'https://kb.example', own: 'https://kb.example', from }, place);
const parametersOf = ({ location }: ReturnType<typeof begin>) => new URL(location).searchParams;
const cookieOf = ({ setCookie }: ReturnType<typeof begin>) => setCookie.split(';')[0];

describe('an authorization of the console', () => {
  it('goes to the authorization server with PKCE, and comes back to one address', () => {
    const { location } = begin('/boxes');
    expect(location).toMatch(/^https:\/\/kb\.example\/oauth2\/auth\?response_type=code&client_id=console&/);
    const parameters = new URL(location).searchParams;
    expect(parameters.get('redirect_uri')).toBe('https://kb.example/user/callback');
    expect(parameters.get('code_challenge_method')).toBe('S256');
    const state = JSON.parse(Buffer.from(parameters.get('state') ?? '', 'base64url').toString());
    expect(state).toEqual({
      came_from: 'https://kb.example',
      from: '/boxes',
      id: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('keeps its verifier in a cookie that no script reads and no other page sends', () => {
    const begun = begin();
    expect(begun.setCookie).toMatch(
      /^__Host-lectern-sign-in=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=3600$/,
    );
    const verifier = returnedVerifier(parametersOf(begun).get('state') ?? '', requestWith(cookieOf(begun)), place);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(parametersOf(begun).get('code_challenge')).toBe(challenge);
    expect(begun.location).not.toContain(verifier);
  });

  it('is completed by nobody else: without the cookie, with that of another one, or with another state', () => {
    const [mine, other] = [begin(), begin()];
    const state = parametersOf(mine).get('state') ?? '';
    const refusal = 'This sign-in took too long or began in another browser';
    for (const cookie of [undefined, cookieOf(other), '__Host-lectern-sign-in=.', '__Host-lectern-sign-in=x'])
      expect(() => returnedVerifier(state, requestWith(cookie), place)).toThrow(refusal);
    for (const wrong of [undefined, '', 'x', Buffer.from('{"id":5}').toString('base64url')])
      expect(() => returnedVerifier(wrong, requestWith(cookieOf(mine)), place)).toThrow(refusal);
  });

  it('leaves no cookie', () => {
    expect(noAuthorizationCookie(requestWith(), place)).toMatch(/^__Host-lectern-sign-in=;.*Max-Age=0$/);
  });
});
