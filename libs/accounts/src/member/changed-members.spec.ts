import { changedMembers, leavesOnly } from './changed-members';

describe('changes of members', () => {
  it('name each user once: of several roles the last one counts, and who is added stays', () => {
    const add = [
      { id: 'A', role: 'AMEMBER' },
      { id: 'b', role: 'AMEMBER' },
      { id: 'a', role: 'AOWNER' },
    ] as const;
    expect(changedMembers({ add: [...add], delete: ['c', 'C', 'b'] })).toEqual({
      grants: [
        { userId: 'a', role: 'AOWNER' },
        { userId: 'b', role: 'AMEMBER' },
      ],
      leaving: ['c'],
    });
    expect(changedMembers({ add: null })).toEqual({ grants: [], leaving: [] });
  });

  it('are those of a user who leaves when they name nobody else', () => {
    expect(leavesOnly({ delete: ['A'] }, 'a')).toBe(true);
    expect(leavesOnly({ delete: ['a'], add: [] }, 'a')).toBe(true);
    expect(leavesOnly({ delete: ['a', 'b'] }, 'a')).toBe(false);
    expect(leavesOnly({ delete: ['a'], add: [{ id: 'a', role: 'AOWNER' }] }, 'a')).toBe(false);
    expect(leavesOnly({}, 'a')).toBe(false);
  });
});
