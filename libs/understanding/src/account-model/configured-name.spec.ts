import fc from 'fast-check';
import { configuredName, isOfAccount } from './configured-name';

describe('the name of a configured model', () => {
  it('is the model and the id of its configuration, however that is written', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom('gpt-4o', 'org/model', 'a b'), (id, model) => {
        for (const written of [id, id.toUpperCase(), id.replaceAll('-', '')])
          expect(configuredName(`${model}/${written}`)).toEqual({ model, id });
      }),
      { seed: 16 },
    );
  });

  it.each(['gpt-4o', '', '/', 'gpt-4o/', `/${'0'.repeat(32)}`, `gpt-4o/${'0'.repeat(31)}`, `gpt-4o/${'g'.repeat(32)}`])(
    'is not %j',
    (name) => {
      expect([configuredName(name), isOfAccount(name)]).toEqual([undefined, false]);
    },
  );

  it('is of an account, as that of a custom model is', () => {
    expect(isOfAccount(`gpt-4o/${'0'.repeat(32)}`)).toBe(true);
    expect(isOfAccount('custom:ours')).toBe(true);
    expect(isOfAccount('openai:custom')).toBe(false);
  });
});
