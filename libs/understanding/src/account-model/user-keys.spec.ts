import { keptKeys, MASK, maskedKeys } from './user-keys';

const stored = { openai_compat: { key: 'sk-stored' } };

describe('keys of providers', () => {
  it('are shown as a mask, and none as null', () => {
    expect(maskedKeys(stored)).toEqual({ openai_compat: { key: MASK } });
    expect(maskedKeys({})).toBeNull();
  });

  it('stay when they are not given, and when the mask comes back', () => {
    expect(keptKeys(undefined, stored)).toEqual(stored);
    expect(keptKeys(maskedKeys(stored), stored)).toEqual(stored);
  });

  it('are replaced and removed', () => {
    expect(keptKeys({ openai_compat: { key: 'sk-new' } }, stored)).toEqual({ openai_compat: { key: 'sk-new' } });
    for (const nothing of [null, {}, { openai_compat: null }]) expect(keptKeys(nothing, stored)).toEqual({});
  });

  it('keep what is no secret, and leave out what says nothing', () => {
    const server = { url: 'https://a.example.org', model_id: 'm', key: 'sk', tokenizer: null };
    expect(keptKeys({ openai_compat: server, mistral: null }, {})).toEqual({
      openai_compat: { url: 'https://a.example.org', model_id: 'm', key: 'sk' },
    });
    const bedrock = { access_key: 'AKIA', secret_key: 'sk' };
    expect(maskedKeys({ anthropic_bedrock: bedrock })).toEqual({
      anthropic_bedrock: { access_key: MASK, secret_key: MASK },
    });
  });

  it('that are stored are sent to no other place than the one that they were given for', () => {
    const before = { openai_compat: { url: 'https://a.example.org', model_id: 'm', key: 'sk' } };
    const shown = { url: 'https://a.example.org', model_id: 'other', key: MASK };
    expect(keptKeys({ openai_compat: shown }, before)).toEqual({ openai_compat: { ...shown, key: 'sk' } });
    const moved = { ...shown, url: 'https://evil.example.org' };
    expect(() => keptKeys({ openai_compat: moved }, before)).toThrow('send the key again');
  });

  it('are no mask: one that stands for nothing is refused', () => {
    expect(() => keptKeys({ openai_compat: { key: MASK } }, {})).toThrow('none is stored');
  });
});
