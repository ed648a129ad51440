import { parseGraphQuery } from './graph-query';

const node = { prop: 'node', value: 'Ada' };
const parsed = (query: unknown) => parseGraphQuery(query, 'paths', ['body', 'query']);

describe('a query of the graph', () => {
  it('joins its parts, in both spellings, and takes members that are null for absent', () => {
    const joined = parsed({ and: [node, { not: node }] });
    expect(joined).toMatchObject({ all: [{ at: 'either' }, { not: { at: 'either' } }] });
    const long = { operator: 'and', operands: [node, { operator: 'not', operand: node }] };
    expect(parsed(long)).toEqual(joined);
    expect(parsed({ ...long, or: null })).toEqual(joined);
    expect(parsed({ ...node, group: null, and: null })).toEqual(parsed(node));
  });

  it.each([
    { and: [node], foo: 1 },
    { and: [node], or: [node] },
    { not: node, prop: 'node' },
    { operator: 'and', operands: [node], operand: node },
    { ...node, foo: 1 },
    { prop: 'path', source: { value: 'Ada', foo: 1 } },
    { prop: 'path', undirected: 'yes' },
    { or: [] },
  ])('says nothing else: %j', (query) => {
    expect(() => parsed(query)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
