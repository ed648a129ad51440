import { comparableGroup, type IndexFilter, isVisible, unrestricted, type Visibility } from '@lectern/contracts/core';
import fc from 'fast-check';
import { visibilityFilter } from './visibility-filter';

const group = fc.constantFrom('hr', 'it', 'hr/payroll', '');
const visibility: fc.Arbitrary<Visibility> = fc.record(
  { groups: fc.array(group, { maxLength: 3 }), hidden: fc.boolean() },
  { requiredKeys: ['hidden'] },
);
const resource = fc.record({ groups: fc.array(group, { maxLength: 3 }), hidden: fc.boolean() });

/** Evaluates a filter as `IndexFilter` defines it. */
function keeps(filter: IndexFilter, { groups, hidden }: { groups: readonly string[]; hidden: boolean }): boolean {
  if ('visibleTo' in filter)
    return groups.length === 0 || groups.map(comparableGroup).some((one) => filter.visibleTo.includes(one));
  if ('hidden' in filter) return filter.hidden === hidden;
  throw new Error(`Not about visibility: ${JSON.stringify(filter)}`);
}

describe('the filter of what may be seen', () => {
  it('keeps exactly those resources that are visible', () => {
    fc.assert(
      fc.property(visibility, resource, (who, which) => {
        expect(visibilityFilter(who).every((filter) => keeps(filter, which))).toBe(isVisible(which, who));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is none where everything is visible', () => {
    expect(visibilityFilter(unrestricted)).toEqual([]);
  });

  it('keeps public resources only for those without groups', () => {
    expect(visibilityFilter({ groups: [], hidden: false })).toEqual([{ visibleTo: [] }, { hidden: false }]);
  });
});
