import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { RetrievalSettings } from '@lectern/contracts/knowledge-box';
import { BoxSettings } from './box-settings';

const kbid = '11111111-1111-4111-8111-111111111111';
const settings = { kbid, hiddenResourcesEnabled: false, enforceSecurity: false };
const known = { ...settings, vectorsets: ['m'], rebuilding: false, embedding: [] };

describe('What search knows of a knowledge box', () => {
  let asked: number;
  let answer: () => Promise<RetrievalSettings>;
  let boxes: BoxSettings;

  beforeEach(() => {
    asked = 0;
    answer = async () => known;
    const request = () => {
      asked += 1;
      return answer();
    };
    boxes = new BoxSettings(Object.assign(new InProcessBus(), { request }));
  });

  it('is requested once by many', async () => {
    expect(await Promise.all([boxes.of(kbid), boxes.of(kbid)])).toEqual([known, known]);
    expect([await boxes.of(kbid), asked]).toEqual([known, 1]);
  });

  it('is requested again when it has changed', async () => {
    await boxes.of(kbid);
    answer = async () => ({ ...known, enforceSecurity: true });
    boxes.invalidate(kbid);
    expect(await boxes.of(kbid)).toMatchObject({ enforceSecurity: true });
  });

  it.each([
    ['is being filled', { rebuilding: true }, {}, true],
    ['has begun to be filled since', {}, { rebuilding: true, emptied: 'b' }, true],
    ['was emptied and filled since', { emptied: 'a' }, { emptied: 'b' }, true],
    ['was emptied and filled before', { emptied: 'a' }, { emptied: 'a' }, false],
    ['was never emptied', {}, {}, false],
  ])('says that what was found may lack anything in a box that %s', async (_, then, now, isEmptied) => {
    answer = async () => ({ ...known, ...now });
    expect(await boxes.isEmptiedSince({ ...known, ...then })).toBe(isEmptied);
  });

  it('is not what was requested before it changed', async () => {
    const { promise, resolve } = Promise.withResolvers<RetrievalSettings>();
    answer = () => promise;
    const before = boxes.of(kbid);
    boxes.invalidate(kbid);
    answer = async () => ({ ...known, enforceSecurity: true });
    resolve(known);
    await before;
    expect(await boxes.of(kbid)).toMatchObject({ enforceSecurity: true });
  });

  it('is requested again after a second, whether or not an event announced a change', async () => {
    jest.useFakeTimers();
    try {
      await boxes.of(kbid);
      jest.advanceTimersByTime(1_001);
      await boxes.of(kbid);
    } finally {
      jest.useRealTimers();
    }
    expect(asked).toBe(2);
  });

  it('is requested again while there is no vectorset, whose creation no event announces', async () => {
    answer = async () => ({ ...known, vectorsets: [] });
    await boxes.of(kbid);
    await boxes.of(kbid);
    expect(asked).toBe(2);
  });

  it('is requested again after a failure', async () => {
    answer = async () => Promise.reject(new AppError('unavailable', 'Away'));
    await expect(boxes.of(kbid)).rejects.toMatchObject({ code: 'unavailable' });
    answer = async () => known;
    expect(await boxes.of(kbid)).toEqual(known);
  });
});
