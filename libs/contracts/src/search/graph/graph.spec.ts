import { extra, required, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { GraphRequest } from './graph.dto';
import { searchGraphNodes, searchGraphPaths, searchGraphRelations } from './graph.operations';

const operations = [searchGraphPaths, searchGraphNodes, searchGraphRelations];
const smallest = { query: { prop: 'path' } };

describe('the knowledge graph', () => {
  it('is searched by readers, and by anyone of a published knowledge box', () => {
    const answer = '200 json; READER of kb; sa user pat eph none';
    expect(routesOf(...operations)).toEqual({
      'POST /kb/{kbid}/graph': answer,
      'POST /kb/{kbid}/graph/nodes': answer,
      'POST /kb/{kbid}/graph/relations': answer,
    });
    expect(Object.values(conductOf(...operations))).toEqual(list(3, () => '12 s, search, lane search'));
  });

  it('is searched by one request, of which only the query is needed', () => {
    expect(wireOf(GraphRequest, smallest)).toEqual({
      query: 'null flag whole fraction text list object!',
      top_k: 'null whole = 50',
      filter_expression: 'null flag whole fraction text list object',
      security: 'null object',
      show_hidden: 'null flag = false',
    });
    for (const operation of operations) {
      expect(received(operation, { body: smallest }).body).toEqual({ ...smallest, top_k: 50, show_hidden: false });
      expect(faults(operation, { body: {} })).toEqual([`body.query: ${required}`]);
    }
  });

  it.each([
    ['top_k', 500, 501, 'Input should be less than or equal to 500'],
    ['top_k', 0, -1, 'Input should be greater than or equal to 0'],
    ['query', { or: paths(500) }, { or: paths(501) }, 'Value error, a filter has at most 500 conditions'],
    [
      'query',
      { prop: 'node', value: text(4_096) },
      { prop: 'node', value: text(4_097) },
      'Value error, a text in a filter has at most 4096 characters',
    ],
    [
      'filter_expression',
      { field: { and: paths(500) } },
      { field: { and: paths(501) } },
      'Value error, a filter has at most 500 conditions',
    ],
  ])('takes a proper %s only', (name, good, bad, fault) => {
    const faultsAt = (value: unknown) => faults(searchGraphPaths, { body: { ...smallest, [name]: value } });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${name}: ${fault}`]]);
  });

  it('never drops a restriction that was misspelt', () => {
    for (const name of ['security_groups', 'groups', 'access_groups'])
      expect(faults(searchGraphPaths, { body: { ...smallest, [name]: ['hr'] } })).toEqual([
        `body.${name}: ${extra}; did you mean security.groups?`,
      ]);
    expect(faults(searchGraphPaths, { body: { ...smallest, unknown: 1 } })).toEqual([]);
  });
});

function paths(count: number): readonly object[] {
  return list(count, () => ({ prop: 'path', source: { value: 'Ada' } }));
}
