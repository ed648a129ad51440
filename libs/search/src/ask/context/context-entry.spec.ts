import fc from 'fast-check';
import { countTokens } from '@lectern/text';
import {
  contextTokens,
  withinWindow,
  augmentedContext,
  fieldEntry,
  paragraphEntry,
  userEntries,
} from './context-entry';
import { storedParagraph } from './stored-paragraph.fixture';

describe('the window of a model', () => {
  it('leaves the context what answer, question and history do not take', () => {
    expect(contextTokens({ modelTokensMax: 1_000, others: [] })).toBe(900);
    expect(contextTokens({ modelTokensMax: 1_000, others: ['sea '.repeat(100)], answerTokensMax: 200 })).toBe(599);
    expect(contextTokens({ modelTokensMax: 1_000, wanted: 50, others: [] })).toBe(50);
    expect(contextTokens({ modelTokensMax: 1_000, wanted: 950, others: [] })).toBe(900);
  });

  it('leaves the context a quarter, whatever else there is', () => {
    const others = ['sea '.repeat(10_000)];
    expect(contextTokens({ modelTokensMax: 1_000, others, answerTokensMax: 5_000 })).toBe(225);
    expect(contextTokens({ modelTokensMax: 1, others })).toBe(1);
  });

  it('is filled from the front: the last entry that fits is cut, those behind it are left out', () => {
    const texts = fc.array(fc.constantFrom('The moon pulls the sea. ', '月亮牵引着海水', '👩‍👩‍👧', 'x'.repeat(500)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 120 }), (all, tokensMax) => {
        const entries = all.map((text, at) => ({ key: String(at), text }));
        const kept = withinWindow(entries, tokensMax);
        expect(kept.reduce((sum, { text }) => sum + countTokens(text), 0)).toBeLessThanOrEqual(tokensMax);
        expect(kept.slice(0, -1)).toEqual(entries.slice(0, Math.max(0, kept.length - 1)));
        const last = kept.at(-1);
        if (last) expect(entries[kept.length - 1]?.text.startsWith(last.text)).toBe(true);
      }),
    );
  });
});

describe('what of the context retrieval did not bring', () => {
  const neighbour = { isField: false, type: 'neighbouring_paragraphs', parent: 'r1/t/a/0-9' } as const;
  const entries = [
    ...userEntries(['Mine', 'Yours']),
    paragraphEntry(storedParagraph('r1/t/a/0-9')),
    paragraphEntry(storedParagraph('r1/t/a/9-12'), neighbour),
    fieldEntry('r1/t/b', 'B', { resources: {}, type: 'field_extension' }),
  ];
  const images = [{ key: 'USER_IMAGE_CONTEXT_0', contentType: 'image/png', base64: 'AA==' }];

  it('is by what it is: paragraphs with where they came from, and fields', () => {
    const { paragraphs, fields } = augmentedContext(entries, images, new Set());
    expect(Object.values(paragraphs)).toEqual([
      {
        id: 'r1/t/a/9-12',
        text: 'text of r1/t/a/9-12',
        parent: 'r1/t/a/0-9',
        augmentation_type: 'neighbouring_paragraphs',
      },
    ]);
    expect(Object.values(fields)).toEqual([{ id: 'r1/t/b', text: 'B', augmentation_type: 'field_extension' }]);
  });

  it('includes what the caller gave when the answer cites it', () => {
    const cited = new Set(['USER_CONTEXT_1', 'USER_IMAGE_CONTEXT_0', 'r1/t/a/0-9', 'USER_CONTEXT_7']);
    const { paragraphs } = augmentedContext(entries, images, cited);
    expect(Object.keys(paragraphs)).toEqual(['USER_CONTEXT_1', 'USER_IMAGE_CONTEXT_0', 'r1/t/a/9-12']);
    expect(paragraphs['USER_CONTEXT_1']?.text).toBe('Yours');
  });
});
