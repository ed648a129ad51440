import fc from 'fast-check';
import { evidenceIn, type FeatureName, featureNames } from './evidence';
import { readPassage } from './passage';
import { readQuestion } from './question';
import { Terms } from './terms';

interface Read {
  readonly rank?: number;
  readonly similarity?: number;
  readonly mostSimilar?: number;
  readonly title?: string;
}

function evidence(question: string, text: string, { rank = 0, similarity, mostSimilar = 0, title }: Read = {}) {
  const passage = readPassage({ key: 'a', text, title, similarity }, 'en');
  const terms = new Terms(readQuestion(question, { language: 'en', asked: 'en' }), [passage]);
  return evidenceIn(passage, { rank, mostSimilar, terms });
}

/** Of each unit. */
const feature = (name: FeatureName, question: string, text: string, read?: Read) =>
  evidence(question, text, read).map(({ features }) => features[featureNames.indexOf(name)]);

describe('the evidence for a unit', () => {
  it('is there for each unit of a passage, in order, and none for an empty one', () => {
    const all = evidence('Who painted the bridge?', 'The bridge is old. Ana painted it.');
    expect(all.map(({ unit }) => unit.shown)).toEqual(['The bridge is old.', 'Ana painted it.']);
    expect(evidence('Who painted the bridge?', '')).toEqual([]);
  });

  it('says which terms the unit has, and which the whole passage', () => {
    const [first, second] = evidence('Who painted the bridge?', 'The bridge is old. Ana painted it.');
    expect([...(first?.said ?? [])]).toEqual([0, 1]);
    expect([...(second?.said ?? [])]).toEqual([1, 0]);
    expect([...(first?.whole ?? [])]).toEqual([1, 1]);
  });

  it('takes terms of the title for said', () => {
    const [only] = evidence('Who painted the bridge?', 'Ana painted it.', { title: 'Bridge' });
    expect([...(only?.said ?? [])]).toEqual([1, 1]);
  });

  it('counts a word once: in the unit, in the one before, or in the rest', () => {
    const text = 'The bridge is old. Ana painted it. We sail.';
    const question = 'Who painted the bridge?';
    const [own, before, passage] = (['own', 'before', 'passage'] as const).map((name) => feature(name, question, text));
    expect(own?.[2]).toBe(0);
    expect(before?.[1]).toBeGreaterThan(0);
    expect(passage?.[0]).toBeGreaterThan(0);
    [0, 1].forEach((at) => expect((own?.[at] ?? 0) + (before?.[at] ?? 0) + (passage?.[at] ?? 0)).toBeCloseTo(1));
  });

  it.each<[FeatureName, string, string, readonly number[]]>([
    ['first', 'bridge?', 'One. Two.', [1, 0]],
    ['count', 'Who painted the bridge?', 'Ana painted walls.', [0.5]],
    ['candidate', 'When was it built?', 'It was built in 1931. It was built by hand.', [1, 0]],
    ['missing', 'When was it built?', 'It was built in 1931. It was built by hand.', [0, 1]],
    ['missing', 'Who built the bridge?', 'It is old.', [0]],
    ['question', 'bridge?', 'Is it a bridge? It is a bridge.', [1, 0]],
    ['row', 'bridge?', 'Name | Length\nOld | 5\nNew | 7', [1, 1]],
    ['short', 'bridge?', 'A bridge. There is an old bridge here.', [1, 0]],
    ['definition', 'What is a sextant?', 'A sextant is a tool. Old is the sextant.', [1, 0]],
    ['ordered', 'old harbour bridge?', 'The old harbour bridge. The bridge, the harbour, old.', [1, 0]],
    ['ordered', 'bridge?', 'The bridge.', [0]],
    ['names', 'Did Ana meet Newton?', 'We met Newton. We sail.', [0.5, 0]],
  ])('has the sign %s, asked %j of %j: %j', (name, question, text, expected) => {
    expect(feature(name, question, text)).toEqual(expected);
  });

  it('is nearer where what is asked for is next to what is asked about', () => {
    const [near = 0, far = 1] = feature(
      'near',
      'When was the bridge built?',
      'The bridge was built 1931. The bridge was built by workers of the town in long years, and since 1931 sold.',
    );
    expect(near).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
  });

  it('is weaker the later the passage was found', () => {
    const rank = (value: number) => feature('rank', 'bridge?', 'The bridge.', { rank: value });
    expect([rank(0), rank(1), rank(3)]).toEqual([[1], [0.5], [0.25]]);
  });

  it('says how much less similar the passage is than the most similar one', () => {
    const similar = (read: Read) => feature('similar', 'bridge?', 'The bridge.', read)[0];
    expect(similar({ similarity: 0.5, mostSimilar: 0.75 })).toBe(-0.25);
    expect(similar({ similarity: 0.75, mostSimilar: 0.75 })).toBe(0);
    expect(similar({ mostSimilar: 0.75 })).toBe(0);
  });

  it('consists of finite signs only, whatever is asked of whatever text', () => {
    const word = fc.constantFrom('moon', 'Newton', '1687', 'who', 'is', '|', '\n', '.', '?', '# ', '- ', '月亮', '😀');
    const text = fc.array(word, { maxLength: 40 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(text, text, (question, said) => {
        for (const { features } of evidence(question, said)) {
          expect(features).toHaveLength(featureNames.length);
          expect(features.every(Number.isFinite)).toBe(true);
        }
      }),
    );
  });
});
