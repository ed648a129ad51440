import type { IndexFilter } from '@lectern/contracts/core';
import { FILTER_DEPTH_MAX, qdrantFilter } from './qdrant-filter';

const rid = 'a'.repeat(32);

describe('qdrantFilter', () => {
  it('keeps nothing where nothing is named, and everything where nothing is asked', () => {
    const nothing = { must: [{ has_id: [] }] };
    expect(qdrantFilter({ any: [] })).toEqual(nothing);
    expect(qdrantFilter({ resourceFields: [] })).toEqual(nothing);
    expect(qdrantFilter({ resources: [] })).toEqual({ key: 'rid', match: { any: [] } });
    for (const filter of [{ all: [] }, { label: '/' }, { date: 'created' as const }])
      expect(qdrantFilter(filter)).toEqual({ must: [] });
  });

  it('leaves out what can be no resource, which Qdrant would refuse or search for slowly', () => {
    expect(qdrantFilter({ resources: ['x', rid, rid.toUpperCase()] })).toEqual({ key: 'rid', match: { any: [rid] } });
    expect(qdrantFilter({ resourceFields: ['x/t/body', `${rid}/t/body`, 'no slash'] })).toEqual({
      should: [
        {
          must: [
            { key: 'fields', match: { value: 't/body' } },
            { key: 'rid', match: { any: [rid] } },
          ],
        },
      ],
    });
  });

  it('finds a label on the paragraph as on its resource', () => {
    expect(qdrantFilter({ label: '/l/topics/' })).toEqual({
      should: [
        { key: 'labels', match: { value: '/l/topics' } },
        { key: 'resource_labels', match: { value: '/l/topics' } },
        { key: 'labels', match: { value: '/fl/topics' } },
      ],
    });
  });

  it('shows who belongs to no group what is public, and no more', () => {
    expect(qdrantFilter({ visibleTo: [] })).toEqual({
      should: [
        { key: 'public', match: { value: true } },
        { key: 'groups', match: { any: [] } },
      ],
    });
  });

  it('refuses dates that are no numbers, and nesting without end', () => {
    expect(() => qdrantFilter({ date: 'created', sinceMs: Number.NaN })).toThrow('finite');
    let deep: IndexFilter = { hidden: true };
    for (let i = 0; i < FILTER_DEPTH_MAX; i += 1) deep = { not: deep };
    expect(() => qdrantFilter(deep)).not.toThrow();
    expect(() => qdrantFilter({ not: deep })).toThrow('nested');
  });
});
