import type { EntityRename } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { ENTITY_RENAMES_MAX, EntityRenames, keptRenames } from './entity-renames';

const org = (from: string, to: string | null): EntityRename => ({ group: 'ORG', from, to });
const mention = (text: string, start: number, label = 'ORG') => ({
  text,
  label,
  positions: [{ start, end: start + 1 }],
});
const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
const rename: fc.Arbitrary<EntityRename> = fc.record({
  group: fc.constantFrom('ORG', 'PERSON'),
  from: name,
  to: fc.option(name),
});
const nameOf = (kept: readonly EntityRename[], { group, from }: EntityRename) =>
  new EntityRenames(kept).mentions([mention(from, 0, group)])[0]?.text;

describe('renames of entities', () => {
  it('that a box keeps lead to names that no other replaces, whatever was renamed before', () => {
    fc.assert(
      fc.property(fc.array(fc.array(rename, { maxLength: 3 })), rename, (before, last) => {
        const kept = [...before, [last]].reduce<readonly EntityRename[]>((all, one) => keptRenames(all, one), []);
        for (const { group, to } of kept) expect(kept).not.toContainEqual(expect.objectContaining({ group, from: to }));
        expect(new Set(kept.map((one) => JSON.stringify([one.group, one.from]))).size).toBe(kept.length);
        expect(nameOf(kept, last)).toBe(last.to ?? last.from);
        expect(keptRenames(kept, [last])).toEqual(expect.arrayContaining([...kept]));
        expect(keptRenames(kept, [last])).toHaveLength(kept.length);
      }),
    );
  });

  it('follow a name that is renamed again, and end when it gets its first name', () => {
    const twice = keptRenames(keptRenames([], [org('ACME', 'Acme')]), [org('Acme', 'Acme Ltd.')]);
    expect(twice).toEqual([org('ACME', 'Acme Ltd.'), org('Acme', 'Acme Ltd.')]);
    expect(keptRenames(twice, [org('Acme Ltd.', 'ACME')])).toEqual([org('Acme', 'ACME'), org('Acme Ltd.', 'ACME')]);
    expect(keptRenames(twice, [org('ACME', null), org('Acme', null)])).toEqual([]);
  });

  it('are thousands that follow one name in little time', () => {
    const many = Array.from({ length: ENTITY_RENAMES_MAX - 1 }, (_, n) => org(`${n}`, n === 0 ? 'one' : `${n - 1}`));
    const fromMs = performance.now();
    const kept = keptRenames(many.toReversed(), [org('one', 'two')]);
    expect(new Set(kept.map(({ to }) => to))).toEqual(new Set(['two']));
    expect(performance.now() - fromMs).toBeLessThan(2_000);
  });

  it('are bounded, and refused together beyond that', () => {
    const many = Array.from({ length: ENTITY_RENAMES_MAX }, (_, n) => org(`${n}`, 'one'));
    expect(keptRenames([], many)).toHaveLength(ENTITY_RENAMES_MAX);
    expect(() => keptRenames(many, [org('more', 'one')])).toThrow(`at most ${ENTITY_RENAMES_MAX}`);
  });

  it('join the mentions of names that become one, in the order of the text, and leave other types', () => {
    const all = [mention('ACME', 9), mention('Acme', 4), mention('ACME', 1, 'PLACE')];
    expect(new EntityRenames([org('ACME', 'Acme')]).mentions(all)).toEqual([
      {
        ...mention('Acme', 4),
        positions: [
          { start: 4, end: 5 },
          { start: 9, end: 10 },
        ],
      },
      mention('ACME', 1, 'PLACE'),
    ]);
  });
});
