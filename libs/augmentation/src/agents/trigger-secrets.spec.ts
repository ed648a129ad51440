import { validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { TriggerSecrets } from './trigger-secrets';

const kbid = '00000000-0000-4000-8000-000000000001';
const secrets = new TriggerSecrets(new SecretEnvelope([masterKeyOf(randomSecret())]));
const hook = { url: 'https://example.org/hook', headers: { authorization: 'Bearer me' }, params: { key: 'mine' } };
const parametersOf = (...triggers: readonly object[]) =>
  validate(AgentParameters, { name: 'mine', operations: [{}, { label: { ident: 'topic', triggers } }] });

describe('the secrets of triggers', () => {
  it('are shown nowhere, and opened for calls', () => {
    const { parameters, sealed } = secrets.seal(kbid, parametersOf(hook));
    expect(JSON.stringify([parameters, sealed])).not.toMatch(/Bearer me|mine"}/);
    expect(parameters.operations[1]?.label?.triggers).toEqual([
      { url: hook.url, headers: { authorization: '********' }, params: { key: '********' } },
    ]);
    expect(secrets.open(kbid, sealed)).toEqual([[], [hook]]);
  });

  it('are those of one knowledge box', () => {
    const { sealed } = secrets.seal(kbid, parametersOf(hook));
    expect(() => secrets.open('another box', sealed)).toThrow('sealed for something else');
  });

  it('stay when masked values are sent back, and change when others are', () => {
    const first = secrets.seal(kbid, parametersOf(hook));
    const again = secrets.seal(kbid, first.parameters, first.sealed);
    expect(secrets.open(kbid, again.sealed)).toEqual([[], [hook]]);
    const other = { ...hook, headers: { authorization: 'Bearer you' } };
    expect(secrets.open(kbid, secrets.seal(kbid, parametersOf(other), first.sealed).sealed)).toEqual([[], [other]]);
  });

  it('are refused where a mask covers nothing that is known', () => {
    const masked = { ...hook, headers: { authorization: '********' } };
    expect(() => secrets.seal(kbid, parametersOf(masked))).toThrow(
      'The value of authorization of a trigger must be sent',
    );
    const { sealed } = secrets.seal(kbid, parametersOf(hook));
    const elsewhere = { ...masked, url: 'https://example.com' };
    expect(() => secrets.seal(kbid, parametersOf(elsewhere), sealed)).toThrow('must be sent');
  });

  it('do not exist without triggers', () => {
    expect(secrets.seal(kbid, parametersOf()).sealed).toBeNull();
    expect(secrets.open(kbid, null)).toEqual([]);
  });
});
