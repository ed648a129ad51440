import fc from 'fast-check';
import { wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { validate } from '../../validation/validate';
import { ExtractSplit } from '../extract-strategy/extract-strategy.dto';
import { effortCodes, StrategyModel, StrategyReasoning, StrategyUserKeys } from './strategy-model.dto';

describe('the model of a strategy', () => {
  it('has members that all may be absent or null', () => {
    expect(wireOf(StrategyModel, {})).toEqual({
      generative_model: 'null text',
      generative_provider: 'null text',
      user_keys: 'null object',
      reasoning_config: 'null object',
      generative_prompt_id: 'nothing',
    });
    expect(wireOf(StrategyUserKeys, {})).toEqual({ openai_compat: 'null object' });
  });

  it('thinks as much as a code or a name says', () => {
    expect(wireOf(StrategyReasoning, {})).toEqual({
      effort: "null 0, 1, 2, 3, 4, 5, 'none', 'minimal', 'low', 'medium', 'high' or 'xhigh'",
      budget_tokens: 'null whole',
    });
    for (const effort of [0, 5, 'xhigh']) expect(validate(StrategyReasoning, { effort })).toEqual({ effort });
    for (const effort of [6, -1, '0', 'High', true]) expect(refusals(StrategyReasoning, { effort })).toHaveLength(1);
  });

  it('counts efforts as stored strategies of clients do', () => {
    expect(effortCodes).toEqual(['minimal', 'low', 'medium', 'high', 'none', 'xhigh']);
  });
});

describe('the longest paragraph of a strategy', () => {
  it('is the default, or from 50 to 10,000 characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), (max_paragraph) => {
        const isTaken = max_paragraph === 0 || (max_paragraph >= 50 && max_paragraph <= 10_000);
        expect(refusals(ExtractSplit, { max_paragraph })).toHaveLength(isTaken ? 0 : 1);
      }),
    );
  });
});
