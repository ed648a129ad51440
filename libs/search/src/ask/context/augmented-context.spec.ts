import { augmentedContext } from './augmented-context';
import { fieldEntry, paragraphEntry, userEntries } from './context-entry';
import { storedParagraph } from './stored-paragraph.fixture';

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
