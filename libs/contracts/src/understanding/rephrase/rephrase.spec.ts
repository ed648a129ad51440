import { above, below, changed, empty, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { RephrasePayload } from './rephrase.dto';
import { predictRephrase } from './rephrase.operations';

const smallest = { question: 'When was she born?' };
const turn = { author: 'USER', text: 'Who was Ada Lovelace?' };
const faultsOf = (body: unknown) => faults(predictRephrase, { body });
const placeholder = 'Value error, Rephrase prompt must contain the {question} placeholder';

describe('rewriting a question', () => {
  it('is at the paths of keys of accounts, and of readers of a knowledge box', () => {
    expect(routesOf(predictRephrase)).toEqual({
      'POST /predict/rephrase': '200 json; any of nothing; nua',
      'POST /predict/rephrase/{kbid}': '200 json; any of kb; nua',
      'POST /kb/{kbid}/predict/rephrase': '200 json; READER of kb; sa user pat eph',
    });
    expect(conductOf(predictRephrase)).toEqual({ 'understanding.predict.rephrase': '120 s, generative' });
  });

  it('answers the question itself, with headers that say whether the history was used', () => {
    const origin = { learningId: 'a', model: 'm', traceId: 't', usedHistory: false };
    expect(predictRephrase.http?.respond?.({ origin, answer: 'When was Ada born?0' }, { formToken: '' })).toEqual({
      body: 'When was Ada born?0',
      headers: expect.objectContaining({ 'svc-learning-chat-history': 'false' }),
    });
    expect(Object.keys(predictRephrase.http?.answerHeaders ?? {})).toContain('SVC-LEARNING-CHAT-HISTORY');
  });
});

describe('the request to rewrite a question', () => {
  it('has members of these kinds', () => {
    expect(wireOf(RephrasePayload, smallest)).toEqual({
      question: 'text!',
      chat_history: 'null list = []',
      context: 'null list = []',
      user_context: 'null list = []',
      user_id: 'null text = "system"',
      generative_model: 'null text',
      prompt: 'null text',
      rephrase_prompt: 'null text',
      chat_history_relevance_threshold: 'null whole fraction',
    });
  });

  it('is a question at least, which is not empty', () => {
    expect(received(predictRephrase, { body: smallest }).body).toEqual({
      question: 'When was she born?',
      chat_history: [],
      context: [],
      user_context: [],
      user_id: 'system',
    });
    expect(faultsOf({})).toEqual([`body.question: ${required}`]);
    expect(faultsOf({ question: '' })).toEqual([`body.question: ${empty}`]);
  });

  it('takes a null for the lists that a client leaves out', () => {
    const body = { ...smallest, user_context: null, context: null, chat_history: null };
    expect(received(predictRephrase, { body }).body).toMatchObject({ user_context: [], context: [], chat_history: [] });
  });

  it.each([
    ['question', text(20_000), text(20_001), tooLong(20_000)],
    ['chat_history', list(1_000, () => turn), list(1_001, () => turn), tooMany(1_000)],
    ['context', list(1_000, () => turn), list(1_001, () => turn), tooMany(1_000)],
    ['user_context', list(1_000, () => 'a'), list(1_001, () => 'a'), tooMany(1_000)],
    ['user_id', text(1_024), text(1_025), tooLong(1_024)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['chat_history_relevance_threshold', 1, 1.5, above(1)],
    ['chat_history_relevance_threshold', 0, -0.5, below(0)],
  ])('takes %s up to its bound', (at, most, more, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed(smallest, at, value));
    expect([faultsAt(most), faultsAt(more)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });

  it.each(['prompt', 'rephrase_prompt'])('needs in its %s a place for the question', (name) => {
    const faultsAt = (prompt: string) => faultsOf({ ...smallest, [name]: prompt });
    expect(faultsAt('Say it again: {question}')).toEqual([]);
    expect(faultsAt('')).toEqual([]);
    expect(faultsAt('Say it again')).toEqual([`body.${name}: ${placeholder}`]);
    expect(faultsAt('Say it again: {Question}')).toEqual([`body.${name}: ${placeholder}`]);
    expect(faultsAt(`{question}${text(100_000 - 10)}`)).toEqual([]);
    expect(faultsAt(`{question}${text(100_000 - 9)}`)).toEqual([`body.${name}: ${tooLong(100_000)}`]);
  });

  it.each([
    [{ text: 'Hello' }, `author: ${required}`],
    [{ author: 'USER' }, `text: ${required}`],
    [{ author: 'ASSISTANT', text: '' }, "author: Input should be 'USER' or 'SVC'"],
    [{ author: 'SVC', text: text(200_001) }, `text: ${tooLong(200_000)}`],
  ])('refuses a turn of the history without its two members, as %#', (broken, fault) => {
    expect(faultsOf({ ...smallest, chat_history: [turn, broken] })).toEqual([`body.chat_history.1.${fault}`]);
  });
});
