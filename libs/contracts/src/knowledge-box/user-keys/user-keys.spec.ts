import { refusals } from '../../validation/refused.fixture';
import { UserKeys } from './user-keys.dto';

describe('keys of providers', () => {
  it.each(['sk-…', 'a b', 'a\nb', 'ключ'])('are what a header carries, not %j', (key) => {
    expect(refusals(UserKeys, { anthropic: { key } })).toEqual([expect.stringMatching(/^anthropic\.key: /)]);
    expect(refusals(UserKeys, { openai_compat: { key } })).toEqual([expect.stringMatching(/^openai_compat\.key: /)]);
  });

  it('may be of any printable characters', () => {
    expect(refusals(UserKeys, { anthropic: { key: 'sk-a_B9~!' }, openai: { key: 'sk', org: 'org-1' } })).toEqual([]);
  });
});
