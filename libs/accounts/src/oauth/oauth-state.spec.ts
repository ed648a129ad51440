import { readOauthState } from './oauth-state';
import { scopeInside, scopeOutside } from './scopes';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('the state of an authorization', () => {
  it('says where the browser came from, and what a page may show', () => {
    const state = { came_from: 'https://app.example/a?b', signup_token: 't', message: 'Hi', initial_setpassword: true };
    expect(readOauthState(encoded(state))).toEqual({
      cameFrom: 'https://app.example',
      signUpToken: 't',
      message: 'Hi',
      isInitial: true,
    });
  });

  it.each([
    ['nothing', undefined],
    ['another text', 'xyz'],
    ['a list', encoded([1])],
    ['other types', encoded({ came_from: 5, message: {} })],
    ['an address that runs', encoded({ came_from: 'javascript:alert(1)' })],
    ['too much', encoded({ message: 'x'.repeat(10_000) })],
  ])('says nothing as %s', (_, state) => {
    expect(readOauthState(state)).toEqual({ isInitial: false });
  });
});

describe('scopes', () => {
  it('have one other name inside', () => {
    expect(scopeInside('openid offline_access  openid')).toBe('openid offline');
    expect(scopeOutside('openid offline')).toBe('openid offline_access');
  });
});
