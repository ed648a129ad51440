import fc from 'fast-check';
import { type Found, foundNothing, joinedFindings, saysSomething } from './agent-findings';

const label = fc.record({ labelset: fc.constantFrom('a', 'b'), label: fc.constantFrom('x', 'y') });
const keys = fc.constantFrom('p1', 'p2', 'p3');
const mention = fc.record({
  text: fc.constantFrom('Ada', 'Max'),
  label: fc.constant('PERSON'),
  positions: fc.constant([]),
});
const findings: fc.Arbitrary<Found> = fc.record({
  classifications: fc.array(label, { maxLength: 3 }),
  paragraphs: fc.uniqueArray(
    fc.record({ key: keys, classifications: fc.array(label, { minLength: 1, maxLength: 2 }) }),
    {
      selector: ({ key }) => key,
    },
  ),
  entities: fc.dictionary(fc.constantFrom('people', 'places'), fc.array(mention, { minLength: 1, maxLength: 2 })),
  relations: fc.constant([]),
  questions: fc.array(
    fc.record({ question: fc.string(), answer: fc.string(), reason: fc.string(), paragraphs: fc.constant([]) }),
  ),
  texts: fc.array(fc.record({ destination: fc.string(), body: fc.string(), format: fc.constant('PLAIN' as const) })),
});

describe('what agents found', () => {
  it('joined has each paragraph and each name of entities once, with all that was found there', () => {
    fc.assert(
      fc.property(fc.array(findings, { maxLength: 4 }), (all) => {
        const joined = joinedFindings(all);
        const ids = joined.paragraphs.map(({ key }) => key);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { key, classifications } of joined.paragraphs) {
          const own = all.flatMap(({ paragraphs }) => paragraphs.filter((one) => one.key === key));
          expect(classifications).toEqual(own.flatMap((one) => one.classifications));
        }
        for (const name of ['people', 'places'])
          expect(joined.entities[name] ?? []).toEqual(all.flatMap(({ entities }) => entities[name] ?? []));
      }),
      { seed: 6 },
    );
  });

  it('joined is the same, however it is grouped', () => {
    fc.assert(
      fc.property(findings, findings, findings, (a, b, c) => {
        expect(joinedFindings([joinedFindings([a, b]), c])).toEqual(joinedFindings([a, b, c]));
        expect(joinedFindings([foundNothing, a])).toEqual(joinedFindings([a]));
      }),
      { seed: 8 },
    );
  });

  it('says something exactly when one of its lists does', () => {
    expect(saysSomething(foundNothing)).toBe(false);
    expect(saysSomething(joinedFindings([]))).toBe(false);
    const some: readonly Partial<Found>[] = [
      { classifications: [{ labelset: 'a', label: 'x' }] },
      { paragraphs: [{ key: 'p', classifications: [] }] },
      { entities: { people: [] } },
      { questions: [{ question: '?', answer: '!', reason: '', paragraphs: [] }] },
      { texts: [{ destination: 'd', body: '', format: 'PLAIN' }] },
    ];
    for (const one of some) expect([one, saysSomething({ ...foundNothing, ...one })]).toEqual([one, true]);
  });
});
