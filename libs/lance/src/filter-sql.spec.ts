import type { IndexFilter } from '@lectern/contracts/core';
import { FILTER_DEPTH_MAX, filterSql } from './filter-sql';

describe('filterSql', () => {
  it('doubles quotes and changes nothing else in foreign text', () => {
    const path = `/t/it''s \\ % "x"`;
    expect(filterSql({ label: `/t/it's \\ % "x"` })).toBe(`array_has_any(tags, ['l:${path}', 'r:${path}'])`);
    expect(filterSql({ resources: ["') OR true --"] })).toBe(`rid IN (''') OR true --')`);
  });

  it('always lets public content through with the groups', () => {
    expect(filterSql({ visibleTo: [] })).toBe(`array_has_any(tags, ['public'])`);
    expect(filterSql({ visibleTo: ['public'] })).toBe(`array_has_any(tags, ['public', 'g:public'])`);
  });

  it('names each field once for all its resources', () => {
    expect(filterSql({ resourceFields: ['a/t/x', 'b/t/x', 'c/u/y', 'nonsense'] })).toBe(
      `array_has_any(tags, ['f:t/x']) AND rid IN ('a', 'b') OR array_has_any(tags, ['f:u/y']) AND rid IN ('c')`,
    );
  });

  it('keeps nesting by brackets, and negates single conditions', () => {
    const filter: IndexFilter = {
      not: { any: [{ all: [{ hidden: true }, { language: 'de' }] }, { date: 'created', sinceMs: 5 }] },
    };
    expect(filterSql(filter)).toBe(
      "(NOT array_has_any(tags, ['hidden']) OR NOT array_has_any(tags, ['x:de'])) AND NOT created >= 5.0",
    );
  });

  it('refuses what is nested too deep or is no date', () => {
    let filter: IndexFilter = { hidden: true };
    for (let i = 0; i <= FILTER_DEPTH_MAX; i += 1) filter = { not: filter };
    expect(() => filterSql(filter)).toThrow(/nested at most/);
    expect(() => filterSql({ date: 'created', sinceMs: Number.NaN })).toThrow(/finite/);
  });
});
