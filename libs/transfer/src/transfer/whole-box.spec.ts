import { requireWholeBox } from './whole-box';

describe('Files with all of a box', () => {
  it.each([
    ['a guest of a published box', { kind: 'user', id: 'u', roles: ['READER'] }],
    ['a member of the account without a role on the box', { kind: 'pat', id: 'u', roles: ['READER', 'AMEMBER'] }],
    ['nobody', { kind: 'none', id: '', roles: ['READER'] }],
  ] as const)('are nothing for %s', (_, principal) => {
    expect(() => requireWholeBox(principal)).toThrow('Forbidden');
  });

  it.each([
    ['an API key', { kind: 'sa', id: 's', roles: ['READER'] }],
    ['a user with a role', { kind: 'user', id: 'u', roles: ['SMEMBER', 'READER'] }],
  ] as const)('are for %s', (_, principal) => {
    expect(() => requireWholeBox(principal)).not.toThrow();
  });
});
