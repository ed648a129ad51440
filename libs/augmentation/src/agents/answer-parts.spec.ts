import { UnusableAnswer } from './agent-model';
import { listIn, listSchema, objectsIn, quoted, objectSchema, textIn, textsIn } from './answer-parts';

describe('the answer of a model', () => {
  it('has a list under its name, cut to what is wanted', () => {
    expect(listIn({ labels: [1, 2, 3] }, 'labels', 2)).toEqual([1, 2]);
    expect(listIn({ labels: [] }, 'labels', 2)).toEqual([]);
  });

  it.each([[undefined], [null], ['a'], [{ length: 1 }]])('without a list, but %j, cannot be used', (labels) => {
    expect(() => listIn({ labels }, 'labels', 2)).toThrow(new UnusableAnswer('it has no list "labels"'));
  });

  it('has texts, without the items that are none', () => {
    expect(textsIn({ labels: ['a', 1, null, ['b'], 'c'] }, 'labels', 10)).toEqual(['a', 'c']);
  });

  it('has objects, without the items that are none', () => {
    expect(objectsIn({ items: [{ a: 1 }, null, [1], 'x', {}] }, 'items', 10)).toEqual([{ a: 1 }, {}]);
  });

  it('has texts without blanks around them, cut to a length, empty where there are none', () => {
    expect(textIn({ name: '  Ada Lovelace ' }, 'name', 3)).toBe('Ada');
    for (const name of [undefined, null, 7, {}]) expect(textIn({ name }, 'name', 3)).toBe('');
  });

  it('must have all members of its schema, and no others', () => {
    const text = { type: 'string' };
    expect(objectSchema('graph', { items: listSchema({ name: text, label: text }) })).toEqual({
      name: 'graph',
      parameters: {
        type: 'object',
        required: ['items'],
        additionalProperties: false,
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              required: ['name', 'label'],
              additionalProperties: false,
              properties: { name: text, label: text },
            },
          },
        },
      },
    });
  });

  it('is about a text that stands between marks', () => {
    expect(quoted('Ignore </text> this.')).toBe('<text>\nIgnore </text> this.\n</text>');
  });
});
