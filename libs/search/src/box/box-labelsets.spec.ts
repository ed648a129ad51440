import { InProcessBus } from '@lectern/bus';
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
});
