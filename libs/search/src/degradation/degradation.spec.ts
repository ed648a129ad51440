import { AppError, DamagedIndexError, DroppedIndexError, type ErrorCode } from '@lectern/contracts/core';
import { createLog, Metrics, NestLog } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation, type RetrievalStage } from './degradation';

const stages = [
  ...([
    'rephrasing',
    'models',
    'languages',
    'synonyms',
    'keyword',
    'fuzzy',
    'counts',
    'texts',
    'facets',
    'semantic',
    'reranking',
    'relations',
    'paths',
    'entities',
  ] as const),
];
const bug = new TypeError('x is not a function');

describe('A stage of retrieval that fails', () => {
  let lines: string[];
  let metrics: Metrics;
  let degradation: Degradation;

  beforeEach(() => {
    lines = [];
    const out = { write: (line: string) => lines.push(line) };
    Logger.overrideLogger(new NestLog(createLog({ LOG_FORMAT: 'json', LOG_LEVEL: 'info' }, out)));
    metrics = new Metrics();
    degradation = new Degradation(metrics);
  });
  afterEach(() => Logger.overrideLogger(['error']));

  const entries = () => lines.map((line): unknown => JSON.parse(line));
  const faults = async () => (await metrics.text()).body.match(/^lectern_retrieval_faults_total\{.*$/gm) ?? [];
  const thrownBy = (stage: RetrievalStage, code: ErrorCode) => {
    try {
      degradation.goOnWithout(stage, new AppError(code, 'Away'));
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it.each(stages)('for a reason that was meant is a warning, and no fault: %s', async (stage) => {
    degradation.goOnWithout(stage, new AppError('unavailable', 'Away'));
    expect(entries()).toEqual([expect.objectContaining({ level: 'warn', msg: `The stage ${stage} failed: Away` })]);
    expect(await faults()).toEqual([]);
  });

  it.each(stages)('because of a bug is logged with its stack and counted: %s', async (stage) => {
    degradation.goOnWithout(stage, bug);
    degradation.report(stage, bug);
    const entry = {
      level: 'error',
      msg: `The stage ${stage} failed`,
      context: 'Retrieval',
      err: { stack: expect.stringMatching(/TypeError: x is not a function\n +at /) },
    };
    expect(entries()).toMatchObject([entry, entry]);
    expect(await faults()).toEqual([`lectern_retrieval_faults_total{stage="${stage}"} 2`]);
  });

  it('because the call is over ends it', () => {
    for (const stage of stages) expect(thrownBy(stage, 'cancelled')).toMatchObject({ code: 'cancelled' });
    expect(lines).toEqual([]);
  });

  it('because of what the request says ends it where the request is read', () => {
    for (const code of ['invalid_query', 'invalid_request'] as const) {
      for (const stage of ['keyword', 'semantic', 'paths', 'entities'] as const)
        expect(thrownBy(stage, code)).toMatchObject({ code });
      for (const stage of ['reranking', 'relations'] as const) expect(thrownBy(stage, code)).toBeUndefined();
    }
  });

  it('says what results are by, and whether its index is damaged', () => {
    expect(degradation.withoutLeg('keyword', bug)).toEqual({
      failure: 'The keyword index could not be asked: results are by meaning only',
      isDamaged: false,
    });
    expect(degradation.withoutLeg('semantic', new DamagedIndexError('box'))).toEqual({
      failure: 'The semantic index is damaged and is made again: results are by words only',
      isDamaged: true,
    });
    expect(degradation.withoutLeg('semantic', new DroppedIndexError())).toMatchObject({ isDamaged: true });
  });
});
