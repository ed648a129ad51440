import { InProcessBus } from '@lectern/bus';
import { Metrics } from '@lectern/runtime';
import { Degradation } from '../degradation/degradation';
import { BoxSynonyms } from './box-synonyms';

const kbid = '11111111-1111-4111-8111-111111111111';

describe('What search knows of custom synonyms', () => {
  it('is requested once, and again when it has changed', async () => {
    let asked = 0;
    const request = async () => ({ synonyms: { sea: [`ocean ${(asked += 1)}`] } });
    const boxes = new BoxSynonyms(Object.assign(new InProcessBus(), { request }), new Degradation(new Metrics()));
    expect(await Promise.all([boxes.of(kbid), boxes.of(kbid)])).toEqual([{ sea: ['ocean 1'] }, { sea: ['ocean 1'] }]);
    boxes.invalidate('22222222-2222-4222-8222-222222222222');
    expect(await boxes.of(kbid)).toEqual({ sea: ['ocean 1'] });
    boxes.invalidate(kbid);
    expect(await boxes.of(kbid)).toEqual({ sea: ['ocean 2'] });
  });
});
