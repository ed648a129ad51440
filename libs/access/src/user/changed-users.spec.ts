import type { Grant } from './knowledge-box-user.repository';
import { changedUsers, refuseBadChanges } from './changed-users';

const [ada, ben] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const owner = (userId: string): Grant => ({ userId, role: 'SOWNER' });
const reader = (userId: string): Grant => ({ userId, role: 'SMEMBER' });
const granted = (id: string, role: Grant['role']) => ({ id, role });

describe('changes of users', () => {
  it('end with the last role of each', () => {
    const add = [granted(ada, 'SMEMBER'), granted(ada, 'SCONTRIBUTOR')];
    const update = [granted(ada.toUpperCase(), 'SOWNER')];
    expect(changedUsers({ add, update, delete: [ada, ben.toUpperCase()] })).toEqual({
      granted: [owner(ada)],
      removed: [ben],
    });
    expect(changedUsers({})).toEqual({ granted: [], removed: [] });
  });

  it('update users of the box only', () => {
    const update = [granted(ben, 'SMEMBER')];
    const code = (present: readonly Grant[], changes: object) => refusalOf(() => refuseBadChanges(present, changes));
    expect(code([owner(ada)], { update })).toBe(`not_found: User ${ben} has no role on this knowledge box`);
    expect(code([owner(ada), reader(ben)], { update })).toBe('allowed');
    expect(code([owner(ada)], { add: update, update })).toBe('allowed');
    expect(code([owner(ada)], { delete: [ben] })).toBe('allowed');
  });

  it('leave the box an owner, if it has one', () => {
    const last = 'conflict: The last owner of a knowledge box cannot be removed or get another role';
    const code = (present: readonly Grant[], changes: object) => refusalOf(() => refuseBadChanges(present, changes));
    expect(code([owner(ada), reader(ben)], { delete: [ada] })).toBe(last);
    expect(code([owner(ada), reader(ben)], { update: [granted(ada, 'SMEMBER')] })).toBe(last);
    expect(code([owner(ada)], { add: [granted(ada, 'SCONTRIBUTOR')] })).toBe(last);
    expect(code([owner(ada), owner(ben)], { delete: [ada, ben] })).toBe(last);
    expect(code([owner(ada), owner(ben)], { delete: [ada] })).toBe('allowed');
    expect(code([owner(ada), reader(ben)], { update: [granted(ben, 'SOWNER')], delete: [ada] })).toBe('allowed');
    expect(code([reader(ben)], { delete: [ben] })).toBe('allowed');
  });
});

function refusalOf(attempt: () => void): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return error instanceof Error ? `${Reflect.get(error, 'code')}: ${error.message}` : String(error);
  }
}
