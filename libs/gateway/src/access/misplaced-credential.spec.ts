import { WireNames } from '@lectern/contracts/core';
import { adviceOn } from './misplaced-credential';

const tokenOf = (typ: unknown) => `${Buffer.from(JSON.stringify({ alg: 'EdDSA', typ })).toString('base64url')}.e30.s`;
const advice = (carrier: Parameters<typeof adviceOn>[0]['carrier'], typ: unknown, names = WireNames.canonical) =>
  adviceOn({ carrier, token: tokenOf(typ) }, names);

describe('a credential of another kind than its header is for', () => {
  it.each([
    [
      'authorization',
      'api-key+jwt',
      'an API key of a service account, which belongs in the header X-SVC-SERVICEACCOUNT',
    ],
    ['authorization', 'temporal+jwt', 'a temporal key, which belongs in the header X-SVC-SERVICEACCOUNT'],
    ['authorization', 'nua-key+jwt', 'a NUA key, which belongs in the header X-SVC-NUAKEY'],
    ['service-account', 'nua-key+jwt', 'a NUA key, which belongs in the header X-SVC-NUAKEY'],
    ['service-account', 'pat+jwt', 'a token of a user, which belongs in the header Authorization'],
    ['query', 'api-key+jwt', 'an API key of a service account, which belongs in the header X-SVC-SERVICEACCOUNT'],
    ['nua', 'pat+jwt', 'A NUA key is expected here, and this is a token of a user'],
  ] as const)('sent as %s, %s, is told where it belongs', (carrier, typ, text) => {
    expect(advice(carrier, typ)?.toLowerCase()).toContain(text.toLowerCase());
  });

  it('is told the spelling that this deployment uses', () => {
    const names = WireNames.parse('{"headers": {"x-svc-nuakey": {"emit": "X-Acme-Key"}}}');
    expect(advice('authorization', 'nua-key+jwt', names)).toContain('X-Acme-Key');
  });

  it('gets no advice where it is in its place, or says nothing of itself', () => {
    expect(advice('nua', 'nua-key+jwt')).toBeUndefined();
    expect(advice('query', 'ephemeral+jwt')).toBeUndefined();
    for (const typ of ['JWT', 7, undefined, 'toString']) expect(advice('nua', typ)).toBeUndefined();
    expect(adviceOn({ carrier: 'nua', token: 'a.b' }, WireNames.canonical)).toBeUndefined();
  });
});
