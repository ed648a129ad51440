import { takesSelfHostedRoles } from './self-hosted';

describe('roles without a credential', () => {
  it('are taken only where that is set', () => {
    expect(takesSelfHostedRoles({})).toBe(false);
    expect(takesSelfHostedRoles({ HTTP_HOST: '0.0.0.0' })).toBe(false);
    for (const HTTP_HOST of [undefined, '127.0.0.1', '::1', 'localhost'])
      expect(takesSelfHostedRoles({ SELF_HOSTED_ROLES: 'on', HTTP_HOST })).toBe(true);
  });

  it('are refused where others than this machine could send them', () => {
    for (const HTTP_HOST of ['0.0.0.0', '::', '10.0.0.5', 'kb.example'])
      expect(() => takesSelfHostedRoles({ SELF_HOSTED_ROLES: 'on', HTTP_HOST })).toThrow(/loopback only/);
  });
});
