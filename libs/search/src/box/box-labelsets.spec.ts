import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { BoxLabelsets } from './box-labelsets';

const kbid = '11111111-1111-4111-8111-111111111111';

describe('What search knows of labelsets', () => {
  it('is requested once, and again when they have changed', async () => {
    let labelsets = ['topics'];
    const request = async () => ({ labelsets });
    const boxes = new BoxLabelsets(Object.assign(new InProcessBus(), { request }));
    expect([...(await boxes.of(kbid))]).toEqual(['topics']);
    labelsets = [];
    expect([...(await boxes.of(kbid))]).toEqual(['topics']);
    boxes.invalidate(kbid);
    expect([...(await boxes.of(kbid))]).toEqual([]);
  });

  it.each([
    [new AppError('internal', 'Internal error'), 'unavailable'],
    [new Error('a bug'), 'unavailable'],
    [new AppError('not_found', 'Knowledge Box not found'), 'not_found'],
  ])('is unavailable after a fault: %s', async (error, code) => {
    const request = () => Promise.reject(error);
    const boxes = new BoxLabelsets(Object.assign(new InProcessBus(), { request }));
    await expect(boxes.of(kbid)).rejects.toMatchObject({ code });
  });
});
