import { changed, empty, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { LlmSplit, ManualSplit, SplitStrategy } from './split-strategy.dto';
import * as strategies from './split-strategy.operations';

const { addSplitStrategy: add, getSplitStrategy: get } = strategies;
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const manual = { name: 'By rule', custom_split: 1, manual_split: { splitter: '---' } };
const byModel = {
  name: 'By model',
  custom_split: 2,
  llm_split: { llm: { generative_model: '' }, rules: ['By topic'] },
};
const faultsOf = (body: unknown) => faults(add, { body });

describe('split strategies', () => {
  it('are of a name of the account of a NUA key, or of a knowledge box for its readers, managers and owners', () => {
    expect(routesOf(...Object.values(strategies))).toEqual({
      'GET /split_strategies/{kbid}': '200 json; any of nothing; nua',
      'POST /split_strategies/{kbid}': '200 json; any of nothing; nua',
      'GET /split_strategies/{kbid}/strategies/{strategy_id}': '200 json; any of nothing; nua',
      'DELETE /split_strategies/{kbid}/strategies/{strategy_id}': '204 empty; any of nothing; nua',
      'GET /kb/{kbid}/split_strategies': '200 json; READER or MANAGER of kb; sa user pat',
      'POST /kb/{kbid}/split_strategies': '200 json; MANAGER or OWNER of kb; sa user pat',
      'GET /kb/{kbid}/split_strategies/strategy/{strategy_id}': '200 json; READER or MANAGER of kb; sa user pat',
      'DELETE /kb/{kbid}/split_strategies/strategy/{strategy_id}': '204 empty; MANAGER or OWNER of kb; sa user pat',
    });
  });

  it('can be removed while the disk is full, and not added', () => {
    expect(conductOf(...Object.values(strategies))).toEqual({
      'understanding.split-strategy.list': '10 s',
      'understanding.split-strategy.add': '10 s, needs room',
      'understanding.split-strategy.get': '10 s',
      'understanding.split-strategy.disable': '10 s',
    });
  });

  it('are added with their id as answer, a JSON string', () => {
    expect(add.http?.member).toBe('id');
    expect(add.http?.read?.('2f1c', 200)).toEqual({ id: '2f1c' });
  });

  it('have an id of at most 250 characters in the path', () => {
    const path = (strategy_id: string) => faults(get, { path: { kbid, strategy_id } });
    expect([path(text(250)), path(text(251))]).toEqual([[], [`path.strategy_id: ${tooLong(250)}`]]);
  });
});

describe('a split strategy', () => {
  it('has members that all may be absent or null', () => {
    expect(wireOf(SplitStrategy, {})).toEqual({
      name: 'null text',
      max_paragraph: 'null whole',
      custom_split: 'null 0, 1 or 2',
      llm_split: 'null object',
      manual_split: 'null object',
    });
    expect(wireOf(LlmSplit, {})).toEqual({ llm: 'null object', rules: 'null list' });
    expect(wireOf(ManualSplit, { splitter: '---' })).toEqual({ splitter: 'text!' });
  });

  it('is kept as it is given', () => {
    for (const body of [{}, { custom_split: 0, max_paragraph: 0 }, manual, byModel])
      expect(received(add, { body }).body).toEqual(body);
  });

  it.each([
    [{ custom_split: 1 }, 'custom_split 1 needs manual_split'],
    [{ custom_split: 1, manual_split: null }, 'custom_split 1 needs manual_split'],
    [{ manual_split: { splitter: '-' } }, 'manual_split needs custom_split 1'],
    [{ custom_split: 2, manual_split: { splitter: '-' } }, 'manual_split needs custom_split 1'],
    [{ llm_split: { rules: ['By topic'] } }, 'rules of llm_split need custom_split 2'],
    [{ custom_split: 0, llm_split: { rules: ['By topic'] } }, 'rules of llm_split need custom_split 2'],
  ])('%j contradicts itself', (body, fault) => {
    expect(faultsOf(body)).toEqual([`body: Value error, ${fault}`]);
  });

  it('may have a model whose rules are empty without being cut by it, as dashboards send it', () => {
    expect(faultsOf({ custom_split: 0, llm_split: { llm: null, rules: [] }, manual_split: null })).toEqual([]);
  });

  it.each([
    [manual, 'name', text(250), text(251), tooLong(250)],
    [manual, 'custom_split', 1, '1', 'Input should be 0, 1 or 2'],
    [manual, 'manual_split.splitter', text(1_000), text(1_001), tooLong(1_000)],
    [manual, 'manual_split.splitter', '\n', '', empty],
    [manual, 'manual_split.splitter', '🌊', undefined, required],
    [manual, 'max_paragraph', 50, 49, 'Value error, max_paragraph is 0, or between 50 and 10000'],
    [byModel, 'max_paragraph', 10_000, 10_001, 'Value error, max_paragraph is 0, or between 50 and 10000'],
    [byModel, 'llm_split.rules', list(50, String), list(51, String), tooMany(50)],
    [byModel, 'llm_split.rules.0', text(2_000), text(2_001), tooLong(2_000)],
  ])('of %j takes a proper %s only', (strategy, at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faultsOf(changed<object>(strategy, at, value));
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });
});
