import { wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { validate } from '../../validation/validate';
import { Reasoning, reasoningEfforts } from './reasoning.dto';

describe('how a model reasons', () => {
  it('may be left to defaults: shown, of medium effort, with 15,000 tokens', () => {
    expect(wireOf(Reasoning, {})).toEqual({
      display: 'null flag = true',
      effort: "null 'none', 'minimal', 'low', 'medium', 'high' or 'xhigh' = \"medium\"",
      budget_tokens: 'null whole = 15000',
    });
    expect(validate(Reasoning, {})).toEqual({ display: true, effort: 'medium', budget_tokens: 15_000 });
  });

  it('has efforts by these names, and budgets of any size', () => {
    for (const effort of reasoningEfforts)
      expect(refusals(Reasoning, { effort, budget_tokens: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(refusals(Reasoning, { effort: 'max' })).toHaveLength(1);
    expect(refusals(Reasoning, { budget_tokens: -1 })).toEqual([
      'budget_tokens: Input should be greater than or equal to 0',
    ]);
  });
});
