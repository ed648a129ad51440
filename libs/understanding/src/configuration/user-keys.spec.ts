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

  it('are no mask: one that stands for nothing is refused', () => {
    expect(() => keptKeys({ openai_compat: { key: MASK } }, {})).toThrow('none is stored');
  });
});
