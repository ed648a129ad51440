import { type Change, planBatch } from './batch-plan';
import { HeldVersions } from './held-versions';

const put = (rid: string, version: number, ...fields: string[]): Change => ({
  kind: 'put',
  rid,
  version,
  rows: fields.map((field) => ({ field })),
});
const remove = (rid: string, version: number): Change => ({ kind: 'delete', rid, version });

function plan(changes: readonly Change[], held = new HeldVersions()) {
  const { rows, fields, outcomes } = planBatch(changes, held);
  return { rows: Object.fromEntries(rows), fields, outcomes: Object.fromEntries(outcomes) };
}

describe('planBatch', () => {
  it('keeps the last of several puts of a resource', () => {
    expect(plan([put('a', 1, 'x'), put('b', 1, 'y'), put('a', 2, 'z')])).toEqual({
      rows: { a: [{ field: 'z' }], b: [{ field: 'y' }] },
      fields: [],
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

  it('takes fields from what is about to be added, and otherwise from what is held', () => {
    const held = new HeldVersions();
    held.setHeld('b', 1);
    const deleteField = (rid: string, field: string): Change => ({ kind: 'deleteField', rid, field });
    const changes = [put('a', 1, 'x', 'y'), deleteField('a', 'x'), deleteField('b', 'x'), deleteField('unknown', 'x')];
    expect(plan(changes, held)).toMatchObject({ rows: { a: [{ field: 'y' }] }, fields: [{ rid: 'b', field: 'x' }] });
  });
});
