import { signInSearch } from './sign-in-search';

describe('the address of the sign-in', () => {
  it('says where to go afterwards', () => {
    expect(signInSearch({ from: '/boxes/1?page=2' })).toEqual({ from: '/boxes/1?page=2' });
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/sign-in', 3])('leads not to %s', (from) => {
    expect(signInSearch({ from })).toEqual({});
  });

  it('gives a reason only for a session that has ended', () => {
    expect(signInSearch({ reason: 'Revoked' })).toEqual({});
    expect(signInSearch({ ended: true, reason: 'Revoked' })).toEqual({ ended: true, reason: 'Revoked' });
  });
});
