import { givesWay, sharedMb } from './memory-share';

describe('memory that processes share', () => {
  it('is enough for one that takes all it may beside small ones', () => {
    expect(sharedMb({ memoryMb: 1_024, processes: 2 })).toBe(1_600);
  });

  it.each([
    {
      atWork: [
        ['a', 900],
        ['b', 600],
      ],
      gone: undefined,
    },
    {
      atWork: [
        ['a', 900],
        ['b', 700],
      ],
      gone: 'b',
    },
    {
      atWork: [
        ['a', 200],
        ['b', 1_200],
        ['c', 200],
      ],
      gone: 'b',
    },
    {
      atWork: [
        ['a', 1_200],
        ['b', 200],
        ['c', 300],
      ],
      gone: 'c',
    },
    { atWork: [['a', 1_700]], gone: undefined },
    { atWork: [], gone: undefined },
  ] as const)('has the largest give way when it is too much, and never the earliest: $atWork', ({ atWork, gone }) => {
    expect(givesWay<string>(atWork, 1_500)).toBe(gone);
  });
});
