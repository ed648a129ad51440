import { membersOf } from '../../validation/answers.fixture';
import { tooLong } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { predictTokens } from './tokens.operations';

const faultsOf = (query: object) => faults(predictTokens, { query });

describe('recognising names', () => {
  it('is at the paths of keys of accounts, and of readers of a knowledge box', () => {
    expect(routesOf(predictTokens)).toEqual({
      'GET /predict/tokens': '200 json; any of nothing; nua',
      'GET /predict/tokens/{kbid}': '200 json; any of kb; nua',
      'GET /kb/{kbid}/predict/tokens': '200 json; READER of kb; sa user pat eph',
    });
    expect(conductOf(predictTokens)).toEqual({ 'understanding.predict.tokens': '60 s' });
  });

  it('needs a text, which comes in the query', () => {
    expect(received(predictTokens, { query: { text: 'I love Barcelona' } }).query).toEqual({
      text: 'I love Barcelona',
    });
    expect(faultsOf({})).toEqual(['query.text: Field required']);
    expect(faultsOf({ text: text(20_000) })).toEqual([]);
    expect(faultsOf({ text: text(20_001) })).toEqual([`query.text: ${tooLong(20_000)}`]);
  });

  it('of a repeated text takes the last one', () => {
    expect(received(predictTokens, { query: { text: ['Ada', 'Barcelona'] } }).query).toEqual({ text: 'Barcelona' });
  });

  it('has one recogniser, by the name that clients send', () => {
    expect(faultsOf({ text: 'Ada', model: 'multilingual' })).toEqual([]);
    expect(faultsOf({ text: 'Ada', model: 'english' })).toEqual(["query.model: Input should be 'multilingual'"]);
  });

  it('answers names with their places, and counts what it read', () => {
    const file = `${__dirname}/tokens.dto.ts`;
    expect(membersOf(file, 'RecognizedTokens')).toBe('tokens, time, input_tokens, consumption|null');
    expect(membersOf(file, 'RecognizedToken')).toBe('text, ner, start, end');
  });
});
