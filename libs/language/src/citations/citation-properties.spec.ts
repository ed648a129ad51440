import { codePointLength } from '@lectern/text';
import fc from 'fast-check';
import { type Checked, checkSentences } from './checked-sentences';

const word = fc.constantFrom(
  ...[
    'the moon',
    'not',
    'Skagen',
    '1874',
    '31',
    'metres',
    'water',
    'pulls',
    'is',
    'never',
    '\u{1f30a}',
    '潮汐每天两次',
  ],
  ...['[1]', '\n\n', '- ', '| a | b |', '"', 'Bread', 'U.S.', 'का', 'لا', '\ud83c', '10km', '[1]: block-AA'],
);
const text = fc
  .array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 30 })
  .map((words) => words.join(' '))
  .chain((joined) => fc.constantFrom(joined, `${joined}.`, joined.replaceAll(' is ', '. ')));
const entries = fc
  .array(fc.record({ text, title: text, language: fc.constantFrom('en', 'de', 'zh', '') }), { maxLength: 6 })
  .map((made) => made.map((entry, index) => ({ ...entry, key: `k${index}` })));
const threshold = fc.constantFrom(undefined, 0, 0.3, 1);

const verdicts = (checked: readonly Checked[]) => checked.map(({ status, start, end }) => [status, start, end]);

describe('whatever is compared', () => {
  it('all ranges lie within their texts, in order and without overlap', async () => {
    const property = fc.asyncProperty(text, entries, threshold, async (answer, context, least) => {
      let behind = 0;
      for (const { start, end, status, sources } of await checkSentences({ answer, context, threshold: least })) {
        expect(start).toBeGreaterThanOrEqual(behind);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(codePointLength(answer));
        expect(sources.length === 0).toBe(status === 'unsupported');
        for (const source of sources) {
          const entry = context.find(({ key }) => key === source.key);
          expect(source.start).toBeGreaterThanOrEqual(0);
          expect(source.end).toBeGreaterThan(source.start);
          expect(source.end).toBeLessThanOrEqual(codePointLength(entry?.text ?? ''));
        }
        behind = end;
      }
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('the verdicts are the same a second time, and in any order of the context', async () => {
    const property = fc.asyncProperty(text, entries, threshold, async (answer, context, least) => {
      const first = verdicts(await checkSentences({ answer, context, threshold: least }));
      expect(verdicts(await checkSentences({ answer, context, threshold: least }))).toEqual(first);
      const reversed = [...context].reverse();
      expect(verdicts(await checkSentences({ answer, context: reversed, threshold: least }))).toEqual(first);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('a sentence of the context is exact', async () => {
    const sentence = fc
      .array(fc.constantFrom('moon', 'pulls', 'Skagen', '1874', 'not', 'water', 'lamp', 'the', 'of'), {
        minLength: 4,
        maxLength: 12,
      })
      .map((words) => `Lighthouse ${words.join(' ')}.`);
    const property = fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 5 }), async (sentences) => {
      const context = [{ key: 'k', text: sentences.join(' '), language: 'en' }];
      const [last = ''] = sentences.slice(-1);
      expect(await checkSentences({ answer: last, context })).toMatchObject([{ status: 'exact' }]);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
