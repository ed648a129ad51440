import fc from 'fast-check';
import { MASK } from '../account-model/user-keys';
import { keysOf, modelsOf, withMaskedKeys, withoutKeys } from './strategy-keys';

const secrets = fc.string({ minLength: 5, maxLength: 12 }).map((text) => `sk-${text.replaceAll('*', 'x')}`);
const models = fc.record(
  {
    generative_model: fc.constant('served'),
    user_keys: fc.record({ openai_compat: fc.record({ key: secrets }) }),
  },
  { requiredKeys: [] },
);
const blocks = fc.record({ llm: fc.option(models), rules: fc.constant(['One.']) }, { requiredKeys: [] });
const strategies = fc.record(
  { name: fc.constant('mine'), vllm_config: blocks, ai_tables: blocks, llm_split: blocks },
  { requiredKeys: ['name'] },
);

describe('the keys of a strategy', () => {
  it('are in none of the forms that are shown or written into files', () => {
    fc.assert(
      fc.property(strategies, (config) => {
        const shown = JSON.stringify([withMaskedKeys(config), withoutKeys(config)]);
        for (const keys of Object.values(keysOf(config)))
          expect(shown).not.toContain(JSON.stringify(keys?.['openai_compat']?.key));
      }),
      { seed: 12 },
    );
  });

  it('are masked exactly where there are some, and all else stays', () => {
    fc.assert(
      fc.property(strategies, (config) => {
        const masked = withMaskedKeys(config);
        expect(Object.keys(masked)).toEqual(Object.keys(config));
        expect(Object.keys(keysOf(masked))).toEqual(Object.keys(keysOf(config)));
        expect(Object.values(keysOf(masked)).every((keys) => keys?.['openai_compat']?.key === MASK)).toBe(true);
        expect(withoutKeys(masked)).toEqual(withoutKeys(config));
      }),
      { seed: 13 },
    );
  });

  it('are named by the members that they belong to', () => {
    const llm = (key: string) => ({ llm: { user_keys: { openai_compat: { key } } } });
    expect(keysOf({ vllm_config: llm('a'), llm_split: llm('b'), ai_tables: { llm: {} } })).toEqual({
      vllm_config: { openai_compat: { key: 'a' } },
      llm_split: { openai_compat: { key: 'b' } },
    });
  });

  it('are none where a strategy has no models', () => {
    for (const config of [{}, { vllm_config: null }, { vllm_config: {} }, { vllm_config: { llm: null } }])
      expect([keysOf(config), modelsOf(config)]).toEqual([{}, []]);
  });
});
