import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, map, received, routesOf, text } from '../../validation/requests.fixture';
import { RerankPayload } from './rerank.dto';
import { predictRerank } from './rerank.operations';

const smallest = { question: 'What pulls the sea?', user_id: 'ada' };
const faultsOf = (body: unknown) => faults(predictRerank, { body });

describe('scoring texts against a question', () => {
  it('is at the paths of keys of accounts, and of readers of a knowledge box', () => {
    expect(routesOf(predictRerank)).toEqual({
      'POST /predict/rerank': '200 json; any of nothing; nua',
      'POST /predict/rerank/{kbid}': '200 json; any of kb; nua',
      'POST /kb/{kbid}/predict/rerank': '200 json; READER of kb; sa user pat eph',
    });
  });

  it('writes no text, so that it is not blocked with the feature that generates', () => {
    expect(conductOf(predictRerank)).toEqual({ 'understanding.predict.rerank': '60 s' });
  });

  it('needs a question and who asks; without texts there are no scores', () => {
    expect(wireOf(RerankPayload, smallest)).toEqual({
      question: 'text!',
      user_id: 'text!',
      context: 'null object = {}',
    });
    expect(received(predictRerank, { body: smallest }).body).toEqual({ ...smallest, context: {} });
    expect(faultsOf({})).toEqual([`body.question: ${required}`, `body.user_id: ${required}`]);
  });

  it.each([
    ['question', text(20_000), text(20_001), tooLong(20_000)],
    ['user_id', text(1_024), text(1_025), tooLong(1_024)],
    ['context', map(500, () => 'a'), map(501, () => 'a'), tooMany(500, 'Dictionary')],
    ['context.one', text(100_000), text(100_001), tooLong(100_000)],
    ['context.one', '', null, 'Input should be a valid string'],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it('keeps the keys of the caller, whatever they are, but not those that reach a prototype', () => {
    const context = { 'rid/t/body/0-10': 'a', '': 'b', '🌊': 'c', constructor: 'd' };
    expect(received(predictRerank, { body: { ...smallest, context } }).body).toMatchObject({ context });
    const polluted: unknown = JSON.parse('{"__proto__": "a"}');
    expect(faultsOf({ ...smallest, context: polluted })).toHaveLength(1);
  });

  it('takes no list of texts, whose scores would have no names', () => {
    expect(faultsOf({ ...smallest, context: ['a'] })).toEqual(['body.context: Input should be a valid dictionary']);
  });

  it('answers a score by key, and the consumption or null', () => {
    expect(membersOf(`${__dirname}/rerank.dto.ts`, 'ContextScores')).toBe('context_scores, consumption|null');
  });
});
