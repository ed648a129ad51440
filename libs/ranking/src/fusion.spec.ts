import fc from 'fast-check';
import { fuse, type FusionSettings } from './fusion';
import { byScore, type Ranking } from './reciprocal-rank-fusion';

const kinds: readonly FusionSettings[] = [
  { kind: 'convex', window: 100 },
  { kind: 'rrf', k: 60, window: 100, boosting: { keyword: 1, semantic: 2 } },
];
const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 20 });
const scores = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 20, maxLength: 20 });
const ranking = fc
  .tuple(ids, scores)
  .map(([own, values]) => byScore(new Map(own.map((id, i) => [`d${id}`, values[i] ?? 0]))));
const order = (hits: Ranking) => hits.map(({ id }) => id);

describe.each(kinds)('fusion ($kind) of hits some of which the semantic leg does not know', (settings) => {
  it('is the same as ever when it knows all', () => {
    fc.assert(
      fc.property(ranking, ranking, (keyword, semantic) => {
        const legs = { keyword, semantic };
        expect(fuse({ ...legs, unknown: new Set() }, settings, 0.5)).toEqual(fuse(legs, settings, 0.5));
      }),
    );
  });

  it('has the order of words when it knows none of those that words found', () => {
    fc.assert(
      fc.property(ranking, ranking, (keyword, semantic) => {
        const apart = semantic.map(({ id, score }) => ({ id: `s${id}`, score }));
        const fused = fuse({ keyword, semantic: apart, unknown: new Set(order(keyword)) }, settings, 0.5);
        const found = new Set(order(keyword));
        const ours = fused.filter(({ id }) => found.has(id));
        const scoreOf = new Map(keyword.map(({ id, score }) => [id, score]));
        const byWords = ours.map(({ id }) => scoreOf.get(id) ?? 0);
        expect(byWords).toEqual([...byWords].sort((a, b) => b - a));
        const others = fused.filter(({ id, score }) => !found.has(id) && score > 0);
        if (settings.kind === 'convex') expect(others).toEqual([]);
      }),
    );
  });

  it('keeps unknown hits in the order of words', () => {
    fc.assert(
      fc.property(ranking, ranking, fc.func(fc.boolean()), (keyword, semantic, isKnown) => {
        const byMeaning = new Set(order(semantic));
        const unknown = new Set(order(keyword).filter((id) => !byMeaning.has(id) && !isKnown(id)));
        const fused = order(fuse({ keyword, semantic, unknown }, settings, 0.5));
        const own = fused.filter((id) => unknown.has(id));
        const scoreOf = new Map(keyword.map(({ id, score }) => [id, score]));
        const inOrder = own.map((id) => scoreOf.get(id) ?? 0);
        expect(inOrder).toEqual([...inOrder].sort((a, b) => b - a));
      }),
    );
  });
});

describe('a hit of unknown similarity', () => {
  const keyword = [
    { id: 'unknown', score: 10 },
    { id: 'known', score: 9 },
    { id: 'last', score: 1 },
  ];
  const semantic = [
    { id: 'known', score: 0.9 },
    { id: 'far', score: 0.2 },
  ];

  it('does not sink below those that are embedded', () => {
    const fused = fuse({ keyword, semantic, unknown: new Set(['unknown']) }, { kind: 'convex', window: 100 }, 0.5);
    expect(fused[0]).toMatchObject({ id: 'unknown', score: 1, type: 'BM25' });
    expect(order(fuse({ keyword, semantic }, { kind: 'convex', window: 100 }, 0.5))[0]).toBe('known');
  });
});

describe.each(kinds)('fusion ($kind) with paragraphs of the graph', (settings) => {
  it('is that of the other legs when the graph has none, and that of the graph when they have none', () => {
    fc.assert(
      fc.property(ranking, ranking, (keyword, semantic) => {
        const legs = { keyword, semantic };
        expect(fuse({ ...legs, graph: [] }, settings, 0.5)).toEqual(fuse(legs, settings, 0.5));
        expect(fuse({ keyword: [], semantic: [], graph: keyword }, settings, 0.5)).toEqual(
          keyword.map(({ id, score }, rank) => ({
            id,
            score,
            type: 'RELATION_RELEVANCE',
            legs: [{ leg: 'graph', score, rank }],
          })),
        );
      }),
    );
  });

  it('has all hits once, and lowers none that the graph alone has found again', () => {
    fc.assert(
      fc.property(ranking, ranking, ranking, (keyword, semantic, graph) => {
        const fused = fuse({ keyword, semantic, graph }, settings, 0.5);
        expect(order(fused).sort()).toEqual([...new Set([keyword, semantic, graph].flatMap(order))].sort());
        const others = new Set([...order(keyword), ...order(semantic)]);
        for (const { id, type } of fused) expect(type === 'RELATION_RELEVANCE').toBe(!others.has(id));
        const [best] = graph.length === 1 ? order(graph) : [];
        const before = order(fuse({ keyword, semantic }, settings, 0.5));
        if (best !== undefined && others.has(best))
          expect(order(fused).indexOf(best)).toBeLessThanOrEqual(before.indexOf(best));
      }),
    );
  });
});

describe.each(kinds)('the scores of the legs ($kind)', (settings) => {
  it('explain each fused score: their terms add up to it, and they are what the legs gave', () => {
    fc.assert(
      fc.property(ranking, ranking, ranking, fc.func(fc.boolean()), (keyword, semantic, graph, isKnown) => {
        const byMeaning = new Set(order(semantic));
        const unknown = new Set(order(keyword).filter((id) => !byMeaning.has(id) && !isKnown(id)));
        const rankings = { keyword, semantic, graph };
        for (const { id, score, legs, fusion } of fuse({ ...rankings, unknown }, settings, 0.3)) {
          expect(fusion).toBe(settings.kind);
          expect(Math.abs(legs.reduce((sum, { term = Number.NaN }) => sum + term, 0) - score)).toBeLessThan(1e-9);
          const finders = Object.entries(rankings).filter(([, hits]) => order(hits).includes(id));
          expect(legs.map(({ leg }) => leg)).toEqual(finders.map(([leg]) => leg));
          for (const { leg, score: own, rank } of legs) expect(rankings[leg][rank]).toEqual({ id, score: own });
        }
      }),
    );
  });

  it('are the score itself where only one leg has hits', () => {
    fc.assert(
      fc.property(ranking, (semantic) => {
        const hits = fuse({ keyword: [], semantic }, settings, 0.3);
        expect(hits).toEqual(
          semantic.map(({ id, score }, rank) => ({
            id,
            score,
            type: 'VECTOR',
            legs: [{ leg: 'semantic', score, rank }],
          })),
        );
      }),
    );
  });
});
