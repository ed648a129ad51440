import { validate } from '../validation/validate';
import { refusals } from '../validation/refused.fixture';
import { AskRequest } from './ask/ask.dto';
import { effortOf, showsReasoning } from './reasoning-effort';

const reasoningOf = (reasoning: unknown) => validate(AskRequest, { query: 'q', reasoning }).reasoning;

describe('reasoning', () => {
  it.each([
    [false, undefined],
    [null, undefined],
    [undefined, undefined],
    [true, 'medium'],
    [{}, 'medium'],
    [{ effort: 'none' }, 'none'],
    [{ effort: 'xhigh', budget_tokens: 10 }, 'xhigh'],
    [{ budget_tokens: 0 }, 'none'],
    [{ budget_tokens: 1_000 }, 'minimal'],
    [{ budget_tokens: 4_000 }, 'low'],
    [{ budget_tokens: 15_000 }, 'medium'],
    [{ effort: 'medium', budget_tokens: 20_000 }, 'high'],
    [{ budget_tokens: 100_000 }, 'xhigh'],
  ])('%j is of the effort %s', (reasoning, effort) => {
    expect(effortOf(reasoningOf(reasoning))).toBe(effort);
  });

  it('is shown unless it says that it is not', () => {
    expect([true, {}, { display: false }].map(reasoningOf).map(showsReasoning)).toEqual([true, true, false]);
  });

  it.each([[{ effort: 'some' }], [{ budget_tokens: -1 }], [{ display: 'perhaps' }], ['much'], [[]]])(
    'is not %j',
    (reasoning) => {
      expect(refusals(AskRequest, { query: 'q', reasoning })).not.toEqual([]);
    },
  );
});
