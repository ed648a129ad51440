import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { AnswerToScore } from './remi.dto';
import { predictRemi } from './remi.operations';

const smallest = { user_id: 'ada', answer: 'The moon.' };
const faultsOf = (body: unknown) => faults(predictRemi, { body });
const needed = 'body: Value error, at least one of question, answer and contexts is needed';

describe('scoring an answer', () => {
  it('is at the paths of keys of accounts, and of readers of a knowledge box', () => {
    expect(routesOf(predictRemi)).toEqual({
      'POST /predict/remi': '200 json; any of nothing; nua',
      'POST /predict/remi/{kbid}': '200 json; any of kb; nua',
      'POST /kb/{kbid}/predict/remi': '200 json; READER of kb; sa user pat eph',
    });
    expect(conductOf(predictRemi)).toEqual({ 'understanding.predict.remi': '120 s, generative' });
  });

  it('takes who asks, and at least one of the question, the answer and its contexts', () => {
    expect(wireOf(AnswerToScore, smallest)).toEqual({
      user_id: 'text!',
      question: 'null text',
      answer: 'null text',
      contexts: 'null list',
    });
    for (const one of [{ question: 'Who?' }, { answer: 'The moon.' }, { contexts: ['The moon pulls the sea.'] }])
      expect(faultsOf({ user_id: 'ada', ...one })).toEqual([]);
  });

  it.each([
    [{ user_id: 'ada' }, needed],
    [{ user_id: 'ada', question: '', answer: '', contexts: [] }, needed],
    [{ user_id: 'ada', question: null, answer: null, contexts: null }, needed],
    [{ answer: 'The moon.' }, `body.user_id: ${required}`],
    [{ user_id: 'ada', contexts: [null] }, 'body.contexts.0: Input should be a valid string'],
    [{ user_id: 'ada', contexts: { a: 'The moon' } }, 'body.contexts: Input should be a valid list'],
  ])('refuses %j', (body, fault) => {
    expect(faultsOf(body)).toEqual([fault]);
  });

  it.each([
    ['user_id', text(1_024), text(1_025), tooLong(1_024)],
    ['question', text(20_000), text(20_001), tooLong(20_000)],
    ['answer', text(200_000), text(200_001), tooLong(200_000)],
    ['contexts', list(200, () => 'a'), list(201, () => 'a'), tooMany(200)],
    ['contexts', [text(200_000)], [text(200_001)], tooLong(200_000), 'contexts.0'],
  ])('takes %s up to its bound', (at, most, more, fault, place = at) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });

  it('has every score in its answer, null where there is nothing to score', () => {
    expect(membersOf(`${__dirname}/remi.dto.ts`, 'AnswerQuality')).toBe(
      'time, answer_relevance|null, context_relevance, groundedness, consumption|null',
    );
    expect(membersOf(`${__dirname}/../../prediction/answer-relevance.ts`, 'AnswerRelevance')).toBe('score, reason');
  });

  it('shows what it consumed only where the header asks for it', () => {
    const headerOf = (header: object) => received(predictRemi, { header, body: smallest }).header;
    expect(headerOf({})).toEqual({ 'x-show-consumption': false });
    expect(headerOf({ 'x-show-consumption': 'true' })).toEqual({ 'x-show-consumption': true });
  });
});
