import { validate } from '@lectern/contracts/core';
import { AgentParameters } from '@lectern/contracts/understanding';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { TaskSecrets } from './task-secrets';

const kbid = '00000000-0000-4000-8000-000000000001';
const secrets = new TaskSecrets(new SecretEnvelope([masterKeyOf(randomSecret())]));
const hook = { url: 'https://example.org/hook', headers: { authorization: 'Bearer me' }, params: { key: 'mine' } };
const parametersOf = (...triggers: readonly object[]) =>
  validate(AgentParameters, { name: 'mine', operations: [{}, { label: { ident: 'topic', triggers } }] });

const withKeys = (keys: object | null) =>
  validate(AgentParameters, { name: 'mine', operations: [{}], llm: { model: 'gpt-5', keys } });
const own = { openai: { key: 'sk-mine', org: 'us' } };

describe('the keys of the model of a task', () => {
  it('are shown nowhere, and opened for calls', () => {
    const { parameters, sealed } = secrets.seal(kbid, withKeys(own));
    expect(JSON.stringify([parameters, sealed])).not.toContain('sk-mine');
    expect(parameters.llm).toEqual({ model: 'gpt-5', keys: { openai: { key: '********', org: 'us' } } });
    expect(secrets.keysOf(kbid, sealed)).toEqual(own);
    expect(secrets.triggersOf(kbid, sealed)).toEqual([[]]);
    expect(() => secrets.keysOf('another box', sealed)).toThrow('sealed for something else');
  });

  it('stay when the masks are sent back, and go when they are left out', () => {
    const { parameters, sealed } = secrets.seal(kbid, withKeys(own));
    expect(secrets.keysOf(kbid, secrets.seal(kbid, parameters, sealed).sealed)).toEqual(own);
    const without = secrets.seal(kbid, withKeys(null), sealed);
    expect([without.sealed, secrets.keysOf(kbid, without.sealed)]).toEqual([null, {}]);
  });

  it('are refused where a mask covers no key, or one for another address', () => {
    const masked = { openai_compat: { url: 'https://example.org/v1', model_id: 'm', key: '********' } };
    expect(() => secrets.seal(kbid, withKeys(masked))).toThrow('none is stored');
    const { sealed } = secrets.seal(kbid, withKeys({ openai_compat: { ...masked.openai_compat, key: 'mine' } }));
    const moved = { openai_compat: { ...masked.openai_compat, url: 'https://example.com/v1' } };
    expect(() => secrets.seal(kbid, withKeys(moved), sealed)).toThrow('belongs to another address');
  });

  it('are none where an earlier version sealed triggers only', () => {
    const envelope = new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]);
    const earlier = envelope.seal(JSON.stringify([[hook]]), `triggers of tasks ${kbid}`);
    const reader = new TaskSecrets(envelope);
    expect([reader.keysOf(kbid, earlier), reader.triggersOf(kbid, earlier)]).toEqual([{}, [[hook]]]);
  });
});

describe('the secrets of triggers', () => {
  it('are shown nowhere, and opened for calls', () => {
    const { parameters, sealed } = secrets.seal(kbid, parametersOf(hook));
    expect(JSON.stringify([parameters, sealed])).not.toMatch(/Bearer me|mine"}/);
    expect(parameters.operations[1]?.label?.triggers).toEqual([
      { url: hook.url, headers: { authorization: '********' }, params: { key: '********' } },
    ]);
    expect(secrets.triggersOf(kbid, sealed)).toEqual([[], [hook]]);
  });

  it('are those of one knowledge box', () => {
    const { sealed } = secrets.seal(kbid, parametersOf(hook));
    expect(() => secrets.triggersOf('another box', sealed)).toThrow('sealed for something else');
  });

  it('stay when masked values are sent back, and change when others are', () => {
    const first = secrets.seal(kbid, parametersOf(hook));
    const again = secrets.seal(kbid, first.parameters, first.sealed);
    expect(secrets.triggersOf(kbid, again.sealed)).toEqual([[], [hook]]);
    const other = { ...hook, headers: { authorization: 'Bearer you' } };
    expect(secrets.triggersOf(kbid, secrets.seal(kbid, parametersOf(other), first.sealed).sealed)).toEqual([
      [],
      [other],
    ]);
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
    expect(secrets.triggersOf(kbid, null)).toEqual([]);
  });
});
