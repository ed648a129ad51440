import { endpointsOf, pathParameterNames } from './endpoint';

const BY_ID = '/kb/{kbid}/resource/{rid}';
const endpoints = (...path: readonly [string, ...string[]]) => endpointsOf({ name: 'kb.resource.get', http: { path } });

describe('the endpoints of an operation', () => {
  it('are one under the name of the operation when it has one path', () => {
    expect(endpointsOf({ name: 'kb.resource.get', http: { path: BY_ID } })).toEqual([
      { path: BY_ID, id: 'kb.resource.get', door: 'kb.resource.get' },
    ]);
  });

  it('are distinguished by the segments that the main path does not have', () => {
    expect(endpoints(BY_ID, '/kb/{kbid}/slug/{rslug}')).toEqual([
      { path: BY_ID, id: 'kb.resource.get', door: 'kb.resource.get' },
      {
        path: '/kb/{kbid}/slug/{rslug}',
        id: 'kb.resource.get-by-slug',
        door: 'kb.resource.get',
        distinction: 'by slug',
      },
    ]);
  });

  it('are distinguished by their parameters when the segments are the same', () => {
    expect(endpoints('/kb/{kbid}', '/kb/{kb_slug}')[1]).toMatchObject({ id: 'kb.resource.get-by-kb_slug' });
  });

  it('are those of every door, each under the name of the door', () => {
    const doors = [
      { name: 'kb.resource.get-for-guests', http: { path: ['/guests/{rid}', '/guests/slug/{rslug}'] as const } },
    ];
    const found = endpointsOf({ name: 'kb.resource.get', http: { path: BY_ID }, doors });
    expect(found.map(({ id, door }) => [id, door])).toEqual([
      ['kb.resource.get', 'kb.resource.get'],
      ['kb.resource.get-for-guests', 'kb.resource.get-for-guests'],
      ['kb.resource.get-for-guests-by-slug', 'kb.resource.get-for-guests'],
    ]);
  });

  it('are none without a route', () => {
    expect(endpointsOf({ name: 'kb.resource.read-many' })).toEqual([]);
  });
});

describe('the parameters of a path', () => {
  it('are named in order, a rest included', () => {
    expect(pathParameterNames('/kb/{kbid}/file/{path*}')).toEqual(['kbid', 'path']);
    expect(pathParameterNames('/kbs')).toEqual([]);
  });
});
