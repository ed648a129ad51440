import { resourceShows } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { resourceMembers } from './resource-document';

const origin = { source: 'API' as const, metadata: {}, tags: ['a'], collaborators: [], related: [] };
const row = resourceRow('box', 'a', { origin, extra: { metadata: { b: 1 } }, accessGroups: ['hr'], hidden: true });
const bare = resourceRow('box', 'a');

describe('a resource without its fields', () => {
  it('has the members that were requested and no others', () => {
    fc.assert(
      fc.property(fc.subarray([...resourceShows]), (show) => {
        const shown = Object.keys(resourceMembers(row, { show }));
        expect(shown.includes('id')).toBe(true);
        for (const member of ['relations', 'origin', 'extra', 'security'] as const)
          expect([member, shown.includes(member)]).toEqual([member, show.includes(member)]);
        for (const member of ['slug', 'title', 'metadata', 'created', 'hidden'])
          expect([member, shown.includes(member)]).toEqual([member, show.includes('basic')]);
      }),
    );
  });

  it('leaves out what it does not have', () => {
    const shown = resourceMembers(bare, { show: ['origin', 'extra', 'security'] });
    expect(shown).toEqual({ id: 'a' });
  });

  it('says what it waits for where that is known', () => {
    expect(resourceMembers(bare, { show: ['basic'] })).not.toHaveProperty('waits_for');
    expect(resourceMembers(bare, { show: ['basic'] }, null)).toHaveProperty('waits_for', null);
    expect(resourceMembers(bare, { show: ['basic'] }, 'words')).toHaveProperty('waits_for', 'words');
    expect(resourceMembers(bare, { show: ['origin'] }, 'words')).not.toHaveProperty('waits_for');
  });

  it('names its groups and whether it is hidden', () => {
    expect(resourceMembers(row, { show: ['basic', 'security'] })).toMatchObject({
      hidden: true,
      security: { access_groups: ['hr'] },
    });
    expect(resourceMembers(resourceRow('box', 'a', { accessGroups: [] }), { show: ['security'] })).toEqual({
      id: 'a',
      security: { access_groups: [] },
    });
  });
});
