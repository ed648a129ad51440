import { doorForBox, doorForReaders, originHeaders, predictionAnswer, proxiedAnswer } from './prediction-answer';

const origin = { learningId: '4ff5e06cd43f4ccc82eb8cf1c202b212', model: 'gpt-5', traceId: 'r-1' };
const texts = { summary: 'Ask', description: 'Asks.' };

describe('where a prediction comes from', () => {
  it('is in three headers, and in a fourth where a history was looked at', () => {
    expect(originHeaders(origin)).toEqual({
      'svc-learning-id': '4ff5e06cd43f4ccc82eb8cf1c202b212',
      'svc-learning-model': 'gpt-5',
      'svc-learning-trace-id': 'r-1',
    });
    expect([true, false].map((usedHistory) => originHeaders({ ...origin, usedHistory }))).toEqual([
      expect.objectContaining({ 'svc-learning-chat-history': 'true' }),
      expect.objectContaining({ 'svc-learning-chat-history': 'false' }),
    ]);
  });

  it('never breaks the headers, whatever a provider calls its model', () => {
    const model = 'a b\r\nx-evil: 1\u{1f30a}ä';
    expect(originHeaders({ ...origin, model })['svc-learning-model']).toBe('a_b__x-evil:_1___');
  });
});

describe('a prediction on the wire', () => {
  it('is the answer alone, with its headers', () => {
    expect(predictionAnswer({ origin, answer: { tokens: [] } })).toEqual({
      headers: originHeaders(origin),
      body: { tokens: [] },
    });
    expect(predictionAnswer({ answer: 'a' })).toEqual({ headers: undefined, body: 'a' });
  });

  it('says to readers of a knowledge box no more than its id, which pages may read', () => {
    expect(proxiedAnswer({ origin, answer: 'a' })).toEqual({
      headers: {
        'svc-learning-id': '4ff5e06cd43f4ccc82eb8cf1c202b212',
        'access-control-expose-headers': 'SVC-LEARNING-ID',
      },
      body: 'a',
    });
    expect(proxiedAnswer({ answer: 'a' })).toEqual({ body: 'a' });
  });
});

describe('doors of a prediction', () => {
  it('for a knowledge box are for NUA keys of its account', () => {
    expect(doorForBox('ask', texts)).toEqual({
      name: 'understanding.predict.ask-for-box',
      ...texts,
      http: { path: '/api/v1/predict/ask/{kbid}' },
      policy: { credentials: ['nua'], role: 'any', on: 'kb' },
    });
  });

  it('for readers say in their own words that a box was not found', () => {
    const { name, http, policy } = doorForReaders('ask', texts);
    expect([name, http.path, http.unknownBox]).toEqual([
      'understanding.proxy.ask',
      '/api/v1/kb/{kbid}/predict/ask',
      'Knowledge Box not found',
    ]);
    expect(policy).toEqual({ credentials: ['sa', 'user', 'pat', 'eph'], role: 'READER', on: 'kb' });
    expect(Object.keys(http.answerHeaders)).toEqual(['SVC-LEARNING-ID']);
  });
});
