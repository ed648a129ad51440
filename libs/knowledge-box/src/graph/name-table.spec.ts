import { NameTable } from './name-table';

const isSeen = () => true;

function mentioning(rid: string, names: readonly string[]) {
  const mentions = names.map((folded) => ({
    end: 'target' as const,
    folded,
    value: folded,
    group: 'PERSON',
    edges: 1,
  }));
  return { rid, hidden: false, groups: [], names: mentions };
}

describe('a table of names', () => {
  it('has the names of what comes and goes, however much that is, and takes no memory without any', () => {
    const table = new NameTable();
    const found = (beginning: string) => table.beginning({ beginnings: [beginning], limit: 1, isSeen }).nodes;
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 300; n += 1) {
        table.put(mentioning(`${n}`, [`name ${n}`, `name ${n}${n}`, `round ${round}`]));
        expect(found(`name ${n}${n}`)).toMatchObject([{ value: `name ${n}${n}` }]);
      }
      expect(found('round')).toMatchObject([{ value: `round ${round}` }]);
    }
    const wrong = table.misspelt({ beginnings: ['mame 77'], limit: 3, isSeen }).nodes;
    expect(wrong.map(({ value }) => value)).toEqual(['name 77', 'name 7777']);
    for (let n = 0; n < 300; n += 1) table.remove(`${n}`);
    expect([found('name'), table.sizeBytes]).toEqual([[], 0]);
  });
});
