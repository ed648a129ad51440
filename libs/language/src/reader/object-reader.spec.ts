import { readObject } from './object-reader';

const context = [
  {
    key: 'a',
    text: 'The bridge was opened in 1932. It is 1,149 metres long and has a moderate slope.',
    title: 'Bridge',
    language: 'en',
  },
];

describe('readObject', () => {
  it('takes of the answering sentence what the type of each property says', () => {
    const parameters = {
      type: 'object',
      properties: {
        opened: { type: 'integer', description: 'year in which the bridge was opened' },
        metresLong: { type: 'number', description: 'how many metres the bridge is long' },
        slope: { type: 'string', enum: ['steep', 'moderate'], description: 'slope of the bridge' },
        sentences: { type: 'array', items: { type: 'string' }, description: 'when the bridge was opened' },
        painter: { type: 'string', description: 'name of the artist who painted it' },
      },
    };
    expect(readObject({ name: 'bridge', parameters }, context)).toEqual({
      opened: 1932,
      metresLong: 1149,
      slope: 'moderate',
      sentences: ['The bridge was opened in 1932.'],
    });
  });

  it('copes with a schema that describes nothing', () => {
    expect(readObject({}, context)).toEqual({});
    expect(readObject({ properties: { a: null, b: { type: 'object' } } }, context)).toEqual({});
  });
});
