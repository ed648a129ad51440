import { AppError, DamagedIndexError } from '@lectern/contracts/core';
import { UnansweredBoxes } from './unanswered-boxes';

describe('boxes that give no answer', () => {
  let boxes: UnansweredBoxes;
  const fail = (kbid: string, error: unknown) =>
    expect(boxes.ask(kbid, () => Promise.reject(error))).rejects.toBe(error);
  const away = new AppError('unavailable', 'No shard is there');

  beforeEach(() => {
    boxes = new UnansweredBoxes();
  });

  it('are named after the second failure until they answer', async () => {
    await fail('a', away);
    expect(boxes.list()).toEqual([]);
    await fail('a', new TypeError('No column'));
    expect(boxes.list()).toEqual(['a']);
    expect(await boxes.ask('a', async () => 7)).toBe(7);
    expect(boxes.list()).toEqual([]);
    await fail('a', away);
    expect(boxes.list()).toEqual([]);
  });

  it('are not those that are damaged, or whose question was at fault', async () => {
    for (const error of [
      new DamagedIndexError('torn'),
      new AppError('invalid_request', 'x'),
      new AppError('cancelled', 'x'),
    ])
      for (const kbid of ['a', 'a']) await fail(kbid, error);
    expect(boxes.list()).toEqual([]);
  });

  it('are not those whose engine is away as a whole', async () => {
    const asking = () =>
      boxes.ask(
        'a',
        () => Promise.reject(away),
        () => false,
      );
    for (let turn = 0; turn < 3; turn += 1) await expect(asking()).rejects.toBe(away);
    expect(boxes.list()).toEqual([]);
  });

  it('are a thousand at most', async () => {
    for (let n = 0; n < 1_010; n += 1) for (let i = 0; i < 2; i += 1) await fail(`box ${n}`, away);
    expect(boxes.list()).toHaveLength(1_000);
  });
});
