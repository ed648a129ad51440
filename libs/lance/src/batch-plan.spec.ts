import { planBatch, type Replacement } from './batch-plan';
import { HeldVersions } from './held-versions';

const put = (rid: string, version: number, ...fields: string[]): Replacement => ({
  kind: 'put',
  rid,
  version,
  rows: fields.map((field) => ({ field })),
});
const update = (rid: string, version: number, label = `v${version}`): Replacement => ({
  kind: 'update',
  rid,
  version,
  update: (value) => ({ label, was: value('label') }),
});
const remove = (rid: string, version: number): Replacement => ({ kind: 'delete', rid, version });

function plan(changes: readonly Replacement[], held = new HeldVersions()) {
  const { rows, updates, outcomes } = planBatch(changes, held);
  const updated = [...updates].map(([rid, change]) => [rid, change(() => 'held')]);
  return {
    rows: Object.fromEntries([...rows].map(([rid, own]) => [rid, 'pages' in own ? own : [...own]])),
    ...(updates.size > 0 ? { updates: Object.fromEntries(updated) } : {}),
    outcomes: Object.fromEntries(outcomes),
  };
}

describe('planBatch', () => {
  it('keeps the last of several puts of a resource', () => {
    expect(plan([put('a', 1, 'x'), put('b', 1, 'y'), put('a', 2, 'z')])).toEqual({
      rows: { a: [{ field: 'z' }], b: [{ field: 'y' }] },
      outcomes: { a: { version: 2, deleted: false }, b: { version: 1, deleted: false } },
    });
  });

  it('ignores what is older than what came before it or is held', () => {
    const held = new HeldVersions();
    held.setHeld('b', 7);
    held.setDeleted('c', 7);
    const changes = [put('a', 2, 'x'), put('a', 1, 'y'), put('b', 6, 'x'), put('c', 6, 'x'), remove('b', 6)];
    expect(plan(changes, held).rows).toEqual({ a: [{ field: 'x' }] });
  });

  it('takes a put and its deletion, in either order, for what came last', () => {
    expect(plan([put('a', 1, 'x'), remove('a', 1)])).toMatchObject({
      rows: { a: [] },
      outcomes: { a: { version: 1, deleted: true } },
    });
    expect(plan([remove('a', 1), put('a', 1, 'x')])).toMatchObject({
      rows: { a: [{ field: 'x' }] },
      outcomes: { a: { deleted: false } },
    });
    expect(plan([remove('a', 2), put('a', 1, 'x')])).toMatchObject({
      rows: { a: [] },
      outcomes: { a: { version: 2, deleted: true } },
    });
  });

  it('never lowers the version of a deletion', () => {
    const held = new HeldVersions();
    held.setDeleted('a', 9);
    expect(plan([remove('a', 3)], held).outcomes).toEqual({ a: { version: 9, deleted: true } });
  });

  it('updates what is held, the last time for good', () => {
    const held = new HeldVersions(
      new Map([
        ['a', 3],
        ['b', 3],
      ]),
    );
    expect(plan([update('a', 3), update('b', 4), update('a', 5), update('a', 4)], held)).toEqual({
      rows: {},
      updates: { a: { label: 'v5', was: 'held' }, b: { label: 'v4', was: 'held' } },
      outcomes: { a: { version: 5, deleted: false }, b: { version: 4, deleted: false } },
    });
  });

  it('updates what is about to be added', () => {
    const held = new HeldVersions(new Map([['a', 1]]));
    expect(plan([put('a', 2, 'x', 'y'), put('b', 2, 'z'), update('a', 3), update('b', 1)], held)).toEqual({
      rows: {
        a: [
          { field: 'x', label: 'v3', was: undefined },
          { field: 'y', label: 'v3', was: undefined },
        ],
        b: [{ field: 'z' }],
      },
      outcomes: { a: { version: 3, deleted: false }, b: { version: 2, deleted: false } },
    });
  });

  it('ignores updates of what is newer, deleted or not held, and remembers nothing of them', () => {
    const held = new HeldVersions(
      new Map([
        ['newer', 5],
        ['gone', 1],
      ]),
    );
    held.setDeleted('deleted', 2);
    const changes = [
      update('newer', 4),
      update('deleted', 9),
      update('unknown', 9),
      remove('gone', 2),
      update('gone', 3),
    ];
    expect(plan(changes, held)).toEqual({
      rows: { gone: [] },
      outcomes: { gone: { version: 2, deleted: true } },
    });
  });

  it('lets a put or a deletion stand for an update before it, unless they are older', () => {
    const held = new HeldVersions(
      new Map([
        ['a', 1],
        ['b', 1],
        ['c', 1],
      ]),
    );
    const changes = [
      update('a', 2),
      put('a', 2, 'x'),
      update('b', 2),
      remove('b', 2),
      update('c', 3),
      put('c', 2, 'x'),
    ];
    expect(plan([...changes, remove('c', 2)], held)).toEqual({
      rows: { a: [{ field: 'x' }], b: [] },
      updates: { c: { label: 'v3', was: 'held' } },
      outcomes: {
        a: { version: 2, deleted: false },
        b: { version: 2, deleted: true },
        c: { version: 3, deleted: false },
      },
    });
  });
});
