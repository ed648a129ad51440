import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { AnswerRelations } from './answer-relations';

const related = { entity: 'Ada', direction: 'out' };

describe('relations of an answer', () => {
  const relationsWith = (request: () => Promise<object>) => {
    const signal = new AbortController().signal;
    const bus = Object.assign(new InProcessBus(), { request });
    const relations = new AnswerRelations(bus, new Degradation(new Metrics()));
    return relations.of('Ada wrote.', { hidden: false }, { kbid: 'box', signal, requestId: 'r' });
  };

  beforeAll(() => Logger.overrideLogger(false));

  it('are at most fifty, of all entities that were found', async () => {
    const entities = { Ada: { related_to: Array(40).fill(related) }, Bob: { related_to: Array(40).fill(related) } };
    const { entities: kept } = await relationsWith(async () => ({ entities: { ...entities, Cy: { related_to: [] } } }));
    expect(Object.values(kept).map(({ related_to: all }) => all.length)).toEqual([40, 10, 0]);
  });

  it('are none where they cannot be read, so that the answer stays', async () => {
    for (const error of [new AppError('deadline_exceeded', 'Late'), new TypeError('bug')])
      expect(await relationsWith(() => Promise.reject(error))).toEqual({ entities: {} });
    await expect(relationsWith(() => Promise.reject(new AppError('cancelled', 'Gone')))).rejects.toThrow('Gone');
  });
});
