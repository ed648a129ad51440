import { understandingOperations } from '../operations';
import { doorsOf } from '../../core/door';
import { tooLong } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { proxyPredict, proxyPredictByQuery } from './predict-proxy.operations';

describe('predictions for readers of a knowledge box', () => {
  it('of any other kind are refused at their path', () => {
    expect(routesOf(proxyPredict, proxyPredictByQuery)).toEqual({
      'POST /kb/{kbid}/predict/{endpoint}': '200 json; READER of kb; sa user pat eph',
      'GET /kb/{kbid}/predict/{endpoint}': '200 json; READER of kb; sa user pat eph',
    });
    expect(Object.values(conductOf(proxyPredict, proxyPredictByQuery))).toEqual(['60 s', '60 s']);
    for (const { refuses } of [proxyPredict, proxyPredictByQuery]) expect(refuses?.code).toBe('invalid_request');
  });

  it('are named by at most 100 characters', () => {
    const named = (endpoint: string) =>
      faults(proxyPredict, { path: { kbid: 'f312ad155fdb40f3a6a1ec26e0617070', endpoint } });
    expect([named(text(100)), named(text(101))]).toEqual([[], [`path.endpoint: ${tooLong(100)}`]]);
  });

  it('name in the refusal exactly those kinds that there are', () => {
    const kinds = understandingOperations
      .flatMap(doorsOf)
      .flatMap(({ http }) => [http?.path ?? []].flat().map((path) => `${http?.method} ${path}`))
      .flatMap((path) => /^(\w+) \/api\/v1\/kb\/\{kbid\}\/predict\/([a-z-]+)$/.exec(path)?.slice(1).join(' ') ?? [])
      .sort();
    expect(kinds).toEqual([
      'GET tokens',
      'POST chat',
      'POST remi',
      'POST rephrase',
      'POST rerank',
      'POST run-agents-text',
      'POST summarize',
    ]);
    expect(proxyPredict.refuses?.message).toBe(
      'Readers of a knowledge box may ask by GET for tokens, and by POST for chat, remi, rephrase, rerank, ' +
        'run-agents-text and summarize',
    );
  });
});
