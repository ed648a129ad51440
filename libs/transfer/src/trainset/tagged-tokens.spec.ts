import { taggedTokens } from './tagged-tokens';

const names = [
  { text: 'Maria Silva', label: 'PERSON', positions: [{ start: 102, end: 113 }] },
  {
    text: 'Lisbon',
    label: 'LOCATION',
    positions: [
      { start: 0, end: 6 },
      { start: 121, end: 127 },
    ],
  },
];

describe('tokens of a paragraph', () => {
  it('begin a name, go on with it, or belong to none', () => {
    expect(taggedTokens({ start: 100, text: '🎫 Maria Silva left to Lisbon.' }, names)).toEqual({
      tokens: ['🎫', 'Maria', 'Silva', 'left', 'to', 'Lisbon.'],
      labels: ['O', 'B-PERSON', 'I-PERSON', 'O', 'O', 'B-LOCATION'],
    });
  });

  it('are none in a blank paragraph', () => {
    expect(taggedTokens({ start: 100, text: ' \n' }, names)).toEqual({ tokens: [], labels: [] });
  });

  it('that touch two names count for the first', () => {
    const near = [
      { text: 'Ann', label: 'PERSON', positions: [{ start: 0, end: 3 }] },
      { text: 'Rome', label: 'LOCATION', positions: [{ start: 4, end: 8 }] },
    ];
    expect(taggedTokens({ start: 0, text: 'Ann/Rome Rome' }, near)).toEqual({
      tokens: ['Ann/Rome', 'Rome'],
      labels: ['B-PERSON', 'O'],
    });
  });
});
