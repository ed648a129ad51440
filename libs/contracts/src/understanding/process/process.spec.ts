import fc from 'fast-check';
import { conductOf } from '../../validation/requests.fixture';
import { keyedSentences } from './process.dto';
import { processField } from './process.operations';

describe('understanding a field', () => {
  it('is a stream that only other services ask for, with ten minutes between two values', () => {
    expect(processField.stream).toBe(true);
    expect(processField.http).toBeUndefined();
    expect(conductOf(processField)).toEqual({ 'understanding.field.process': '600 s' });
  });
});

describe('sentences of a paragraph', () => {
  const rid = '02c54f076f4c499fb310b4f129135e6c';

  it('are named as their paragraph, with their own places', () => {
    expect(keyedSentences({ key: `${rid}/t/body/10-40`, sentences: [10, 20, 20, 40] })).toEqual([
      { start: 10, end: 20, key: `${rid}/t/body/10-20` },
      { start: 20, end: 40, key: `${rid}/t/body/20-40` },
    ]);
  });

  it('of a message keep the message in their name', () => {
    const [sentence] = keyedSentences({ key: `${rid}/c/chat/1/0-5`, sentences: [0, 5] });
    expect(sentence?.key).toBe(`${rid}/c/chat/1/0-5`);
  });

  it('are as many as there are places, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat())), (places) => {
        const found = keyedSentences({ key: `${rid}/t/body/0-1`, sentences: places.flat() });
        expect(found.map(({ start, end }) => [start, end])).toEqual(places);
      }),
    );
  });
});
