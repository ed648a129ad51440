import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { listIndexDifferences, readIndexRuns, startIndexRun } from './index-run.operations';

describe('rebuilds and verifications of indexes', () => {
  it('are for those who run the deployment, never for keys', () => {
    expect(routesOf(startIndexRun, readIndexRuns, listIndexDifferences)).toEqual({
      'POST /admin/index/{work}': '202 json; ROOT of nothing; user pat',
      'GET /admin/index/{work}': '200 json; ROOT of nothing; user pat',
      'GET /admin/index/verify/differences': '200 json; ROOT of nothing; user pat',
    });
    expect(conductOf(startIndexRun, readIndexRuns, listIndexDifferences)).toEqual({
      'kb.index.start': '30 s, needs room',
      'kb.index.read': '30 s',
      'kb.index.list-differences': '30 s',
    });
  });

  it('are two kinds of work', () => {
    const started = (work: string) => faults(startIndexRun, { path: { work }, body: {} });
    expect([started('rebuild'), started('verify')]).toEqual([[], []]);
    for (const work of ['REBUILD', 'repair', ''])
      expect(started(work)).toEqual(["path.work: Input should be 'rebuild' or 'verify'"]);
  });

  it('are of all boxes and keep what the indexes hold, unless the request says otherwise', () => {
    expect(received(startIndexRun, { body: {} })).toEqual({ body: { from_empty: false } });
    expect(received(startIndexRun, { body: { kb: null, from_empty: null } })).toEqual({
      body: { kb: null, from_empty: false },
    });
    expect(received(startIndexRun, { body: { kb: 'k', from_empty: true, force: 1 } })).toEqual({
      body: { kb: 'k', from_empty: true },
    });
    expect(faults(startIndexRun, { body: { from_empty: 'partly' } })).toHaveLength(1);
    expect(received(readIndexRuns, {})).toEqual({ query: {} });
  });

  it('list at most 1,000 differences a page', () => {
    expect(received(listIndexDifferences, {})).toEqual({ query: { limit: 1_000 } });
    expect(received(listIndexDifferences, { query: { kb: 'k', cursor: 'c', limit: '1' } })).toEqual({
      query: { kb: 'k', cursor: 'c', limit: 1 },
    });
    expect(faults(listIndexDifferences, { query: { limit: '1001' } })).toEqual([
      'query.limit: Input should be less than or equal to 1000',
    ]);
    expect(faults(listIndexDifferences, { query: { limit: '0' } })).toHaveLength(1);
  });

  it('answer with totals, each run, and each difference', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'index-run.dto.ts'), name);
    expect(answer('IndexRuns')).toBe('work, knowledge_boxes, resources, removed, differences, eta_s|null, runs');
    expect(answer('IndexRun')).toBe(
      'kb, state, resources, removed, differences, indexes, eta_s|null, requested, started|null, updated, ' +
        'ended|null, error|null',
    );
    expect(answer('IndexCounts')).toBe('index, expected, held, differences, damage?|null');
    expect(answer('IndexDifference')).toBe('kb, index, resource, problem, expected|null, held|null');
    expect(answer('IndexDifferences')).toBe('differences, cursor|null');
  });
});
