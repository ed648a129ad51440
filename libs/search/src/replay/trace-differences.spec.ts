import fc from 'fast-check';
import type { TracedRetrieval } from '@lectern/contracts/search';
import type { AskTrace } from '../../../activity/src/trace/ask-trace';
import { traceDifferences } from './trace-differences';

const retrieval = (members: Partial<TracedRetrieval> = {}): TracedRetrieval => ({
  query: 'q',
  parameters: { top_k: 2 },
  keyword: [],
  semantic: [],
  graph: [],
  fused: [],
  ranked: [],
  warnings: [],
  ...members,
});
const trace = (retrievals: readonly TracedRetrieval[], context: AskTrace['context'] = []): AskTrace => ({
  version: 1,
  asker: { kind: 'user', roles: [] },
  request: {},
  history: [],
  retrievals,
  context,
});
const entry = (key: string, digest = key) => ({ key, digest, chars: 1 });
const scored = fc.uniqueArray(fc.record({ id: fc.string(), score: fc.double({ noNaN: true, min: -9, max: 9 }) }), {
  selector: ({ id }) => id,
});

describe('the differences of two traces', () => {
  it('are none between a trace and what is stored of it', () => {
    fc.assert(
      fc.property(scored, scored, (fused, ranked) => {
        const before = trace([retrieval({ fused, ranked, keyword: fused })], [entry('a')]);
        const stored = JSON.parse(JSON.stringify(before)) as AskTrace; // as stored
        expect(traceDifferences(stored, before)).toEqual([]);
      }),
    );
  });

  it('name every id that is in one list only', () => {
    fc.assert(
      fc.property(scored, scored, (was, is) => {
        const [found] = traceDifferences(trace([retrieval({ fused: was })]), trace([retrieval({ fused: is })]));
        const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
        const added = ids(is).filter((id) => !ids(was).includes(id));
        expect(found?.added ?? []).toEqual(added);
        expect(found?.removed ?? []).toEqual(ids(was).filter((id) => !ids(is).includes(id)));
      }),
    );
  });

  it('say what has another place, score or text, and which parameter another value', () => {
    const [a, b] = [
      { id: 'a', score: 2 },
      { id: 'b', score: 1 },
    ];
    const before = trace([retrieval({ ranked: [a, b] })], [entry('a'), entry('b')]);
    const after = trace(
      [retrieval({ parameters: { top_k: 3 }, ranked: [b, { ...a, score: 0.5 }] })],
      [entry('a', 'other'), entry('b')],
    );
    const none = { added: [], removed: [] };
    expect(traceDifferences(before, after)).toEqual([
      {
        stage: 'parameters',
        retrieval: 0,
        ...none,
        changed: [{ id: 'top_k', what: 'value', before: 2, after: 3 }],
      },
      {
        stage: 'ranked',
        retrieval: 0,
        ...none,
        changed: [
          { id: 'b', what: 'place', before: 1, after: 0 },
          { id: 'a', what: 'score', before: 2, after: 0.5 },
          { id: 'a', what: 'place', before: 0, after: 1 },
        ],
      },
      {
        stage: 'context',
        retrieval: null,
        ...none,
        changed: [{ id: 'a', what: 'text', before: 'a', after: 'other' }],
      },
    ]);
  });

  it('do not count what only rounding changed, nor move what follows something that is gone', () => {
    const list = ['a', 'b', 'c'].map((id) => ({ id, score: 1 }));
    const rest = list.slice(1).map(({ id, score }) => ({ id, score: score + 1e-7 }));
    const found = traceDifferences(trace([retrieval({ fused: list })]), trace([retrieval({ fused: rest })]));
    expect(found).toEqual([{ stage: 'fused', retrieval: 0, added: [], removed: ['a'], changed: [] }]);
  });
});
