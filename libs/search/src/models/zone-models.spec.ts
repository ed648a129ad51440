import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { ModelsInUse as Models } from '@lectern/contracts/understanding';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { ZoneModels } from './zone-models';

const embedder = { dimensions: 1, languages: ['*'], defaultMinScore: 0, fusionWeight: 1, fusionWeightElsewhere: 1 };
const generator = {
  id: 'local',
  contextTokensMax: 1_000,
  takesOtherModels: false,
  vision: false,
  followsPrompts: false,
};
const modelsOf = (id: string): Models => ({
  embedder: { id, ...embedder },
  embedders: [{ id, ...embedder }],
  generator,
  generators: [generator],
  reranker: { id: 'lexical' },
});
const later = 30_001;

describe('What search knows of the models', () => {
  let asked: number;
  let answer: () => Promise<Models>;
  let models: ZoneModels;
  let metrics: Metrics;

  beforeEach(() => {
    Logger.overrideLogger(false);
    jest.useFakeTimers();
    asked = 0;
    answer = async () => modelsOf('first');
    const request = () => {
      asked += 1;
      return answer();
    };
    metrics = new Metrics();
    models = new ZoneModels(Object.assign(new InProcessBus(), { request }), new Degradation(metrics));
  });

  afterEach(() => jest.useRealTimers());

  const embedderId = async () => (await models.describe()).embedder.id;
  const away = async () => Promise.reject(new AppError('unavailable', 'Away'));

  it('is requested once by many', async () => {
    expect([await embedderId(), await embedderId(), asked]).toEqual(['first', 'first', 1]);
  });

  it('is requested again half a minute later', async () => {
    await models.describe();
    answer = async () => modelsOf('second');
    jest.advanceTimersByTime(later);
    expect(await embedderId()).toBe('second');
  });

  it('stays while nobody answers, so that words are found without understanding', async () => {
    await models.describe();
    answer = away;
    jest.advanceTimersByTime(later);
    expect([await embedderId(), await embedderId(), asked]).toEqual(['first', 'first', 2]);
  });

  it('stays after a bug, too, which is counted', async () => {
    await models.describe();
    answer = async () => Promise.reject(new TypeError('x is not a function'));
    jest.advanceTimersByTime(later);
    expect(await embedderId()).toBe('first');
    expect((await metrics.text()).body).toContain('lectern_retrieval_faults_total{stage="models"} 1');
  });

  it('fails as long as it was never answered, and is requested again', async () => {
    answer = away;
    await expect(models.describe()).rejects.toMatchObject({ code: 'unavailable' });
    answer = async () => modelsOf('first');
    expect(await embedderId()).toBe('first');
  });
});
