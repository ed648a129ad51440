import { InProcessBus } from '@lectern/bus';
import { AppError, systemPrincipal, validate } from '@lectern/contracts/core';
import { AskHeaders, AskRequest } from '@lectern/contracts/search';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { Rephrasing, chatHistory, questionToRephrase } from './rephrasing';

const chat_history = [{ author: 'USER', text: 'Who climbs?' }];
const callOf = (request: object, signal = new AbortController().signal) => ({
  kbid: 'box',
  principal: systemPrincipal,
  signal,
  requestId: 'request',
  request: validate(AskRequest, { query: 'And at night?', ...request }),
  headers: validate(AskHeaders, {}),
});

describe('Rephrasing', () => {
  let answer: () => Promise<object>;
  let asked: number;
  let metrics: Metrics;
  let rephrasing: Rephrasing;

  beforeEach(() => {
    Logger.overrideLogger(false);
    metrics = new Metrics();
    asked = 0;
    answer = async () => ({ question: 'Does the ibex climb at night?', usedHistory: true });
    const request = () => {
      asked += 1;
      return answer();
    };
    rephrasing = new Rephrasing(Object.assign(new InProcessBus(), { request }), new Degradation(metrics));
  });

  const faults = async () => (await metrics.text()).body.match(/^lectern_retrieval_faults_total\{.*$/gm) ?? [];

  it('leaves a question alone that stands alone', async () => {
    expect([await rephrasing.rephrase(callOf({})), asked]).toEqual([{ history: [] }, 0]);
  });

  it('gives another question, and the history that it was made with', async () => {
    const rephrased = 'Does the ibex climb at night?';
    const history = [{ author: 'USER', text: 'Who climbs?' }];
    expect(await rephrasing.rephrase(callOf({ chat_history }))).toEqual({ rephrased, history });
    answer = async () => ({ question: rephrased, usedHistory: false });
    expect(await rephrasing.rephrase(callOf({ chat_history }))).toEqual({ rephrased, history: [] });
  });

  it('goes on with the question as it was when it refers to nothing known, unless it is to be rewritten', async () => {
    answer = async () => ({ question: 'And at night?', usedHistory: false, lacksContext: true });
    const history = [{ author: 'USER', text: 'Who climbs?' }];
    expect(await rephrasing.rephrase(callOf({ chat_history }))).toEqual({ history });
    await expect(rephrasing.rephrase(callOf({ chat_history, rephrase: true }))).rejects.toMatchObject({
      code: 'invalid_query',
      message: 'Unable to rephrase the query with the provided context.',
    });
  });

  it('says why the model could not be asked', async () => {
    answer = () => Promise.reject(new AppError('unavailable', 'Away'));
    const failed = { code: 'rephrase_failed', message: expect.stringContaining('Error: Away') };
    await expect(rephrasing.rephrase(callOf({ chat_history }))).rejects.toMatchObject(failed);
    expect(await faults()).toEqual([]);
  });

  it('does not show a bug to the caller, and counts it', async () => {
    answer = () => Promise.reject(new TypeError('x is not a function'));
    const failed = { code: 'rephrase_failed', message: expect.stringMatching(/Error: unknown$/) };
    await expect(rephrasing.rephrase(callOf({ chat_history }))).rejects.toMatchObject(failed);
    expect(await faults()).toEqual(['lectern_retrieval_faults_total{stage="rephrasing"} 1']);
  });

  it('ends with the request', async () => {
    answer = () => Promise.reject(new AppError('cancelled', 'Gone'));
    const call = callOf({ chat_history }, AbortSignal.abort());
    await expect(rephrasing.rephrase(call)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

const request = (members: object) => validate(AskRequest, { query: 'And the sun?', ...members });
const said = [
  { author: 'USER', text: 'What pulls the sea?' },
  { author: 'SVC', text: 'The moon.' },
];
const turns = [
  { author: 'USER', text: 'What pulls the sea?' },
  { author: 'ASSISTANT', text: 'The moon.' },
];

describe('what was said before', () => {
  it.each(['chat_history', 'context'])('is read from %s, oldest first', (member) => {
    expect(chatHistory(request({ [member]: said }))).toEqual(turns);
  });

  it('is nothing when nothing was said', () => {
    expect(chatHistory(request({}))).toEqual([]);
    expect(chatHistory(request({ chat_history: null, context: said }))).toEqual(turns);
  });
});

describe('a question', () => {
  it('that stands alone is not rewritten', () => {
    expect(questionToRephrase('box', request({}))).toBeUndefined();
    expect(questionToRephrase('box', request({ chat_history: [], extra_context: [] }))).toBeUndefined();
  });

  it('that stands alone is rewritten on request', () => {
    expect(questionToRephrase('box', request({ rephrase: true }))).toMatchObject({ standsAlone: true, history: [] });
  });

  it('is rewritten by what was said before, or given besides', () => {
    expect(questionToRephrase('box', request({ chat_history: said }))).toMatchObject({
      history: turns,
      extraContext: [],
      standsAlone: false,
    });
    expect(questionToRephrase('box', request({ extra_context: ['Tides'] }))).toMatchObject({
      question: 'And the sun?',
      history: [],
      extraContext: ['Tides'],
    });
  });

  it.each([
    [{ prompt: { rephrase: 'A {question}' }, rephrase_prompt: 'B {question}' }, 'A {question}'],
    [{ prompt: { system: 'Be brief' }, rephrase_prompt: 'B {question}' }, 'B {question}'],
    [{ prompt: '{context} {question}', rephrase_prompt: 'B {question}' }, 'B {question}'],
    [{}, undefined],
  ])('is rewritten as %j says', (members, prompt) => {
    expect(questionToRephrase('box', request({ chat_history: said, ...members }))?.prompt).toBe(prompt);
  });

  it('is rewritten by the model, and as readily, as the request says', () => {
    const asked = request({ chat_history: said, generative_model: 'large', chat_history_relevance_threshold: 0 });
    expect(questionToRephrase('box', asked)).toMatchObject({ model: 'large', relevanceThreshold: 0 });
  });
});
