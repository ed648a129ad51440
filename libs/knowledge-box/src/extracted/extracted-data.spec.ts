import { type ExtractedPart, extractedParts, type PageStructure } from '@lectern/contracts/knowledge-box';
import { bytesOf, type ExtractedFieldEntity, type FieldVectorsEntity } from '@lectern/resource-store';
import fc from 'fast-check';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { LongList } from '../document/long';
import { extractedData, paragraphVectors, shownParagraph, wholeContent } from './extracted-data';

const key = { kbid: 'box', rid: 'a', letter: 't', id: 'body' } as const;
const sea = { label: 'PLACE', text: 'the sea', positions: [{ start: 15, end: 22 }] };
const row: ExtractedFieldEntity = {
  ...key,
  seqid: 5,
  text: 'The moon pulls the sea.',
  extractedAt: new Date('2026-01-02T03:04:05.600Z'),
  understood: { ...understood, summary: 'On tides', links: ['https://example.org'], entities: [sea] },
  paragraphs: [paragraph(0, 8), paragraph(9, 23)],
};
const vectorsOf = (vectors: readonly number[][], members: Partial<FieldVectorsEntity> = {}): FieldVectorsEntity => ({
  ...key,
  vectorset: 'm',
  part: 0,
  seqid: 5,
  ...members,
  vectors: bytesOf(vectors.map((one) => Float32Array.from(one))),
});
const parts = fc.subarray([...extractedParts]);
const membersOf = (letter: 't' | 'f' | 'u', wanted: readonly ExtractedPart[], vectors: FieldVectorsEntity[] = []) =>
  Object.keys(extractedData(letter, wholeContent(row, vectors), wanted));

describe('what was found in a field', () => {
  it('is shown as far as it is wanted, and no further', () => {
    fc.assert(
      fc.property(parts, (wanted) => {
        const shown = membersOf('t', wanted, [vectorsOf([[1], [2]])]);
        const expected = [
          ...(wanted.includes('text') ? ['text'] : []),
          ...(wanted.includes('metadata') || wanted.includes('shortened_metadata') ? ['metadata'] : []),
          ...(wanted.includes('large_metadata') ? ['large_metadata'] : []),
          ...(wanted.includes('vectors') ? ['vectors'] : []),
          ...(wanted.includes('question_answers') ? ['question_answers'] : []),
        ];
        expect(shown).toEqual(expected);
      }),
    );
  });

  it('is of a file or a link where the field is one', () => {
    expect(membersOf('f', ['file', 'link'])).toEqual(['file']);
    expect(membersOf('u', ['file', 'link'])).toEqual(['link']);
    expect(membersOf('t', ['file', 'link'])).toEqual([]);
  });

  it('has pages of files, and the places of words only where they are read', () => {
    const content = { ...wholeContent(row), understood: { ...row.understood, pages: 1 } };
    const shown = (more: Partial<typeof content & { structures: LongList<PageStructure> }>) =>
      extractedData('f', { ...content, ...more }, ['file']);
    expect(shown({})).toMatchObject({ file: { file_pages_previews: { pages: [], structures: [] } } });
    const structures = new LongList<PageStructure>(async function* () {
      yield [];
    });
    expect(shown({ structures })).toMatchObject({ file: { file_pages_previews: { structures } } });
  });

  it('has its entities by label and by text', () => {
    expect(extractedData('t', wholeContent(row), ['metadata'])).toMatchObject({
      metadata: {
        metadata: {
          ner: { 'the sea': 'PLACE' },
          entities: { processor: { entities: [sea] } },
          positions: { 'PLACE/the sea': { position: [{ start: 15, end: 22 }], entity: 'the sea' } },
          summary: 'On tides',
          links: ['https://example.org'],
          last_extract: '2026-01-02T03:04:05.600000',
        },
      },
    });
  });

  it('has no entities when it is shortened', () => {
    expect(extractedData('t', wholeContent(row), ['shortened_metadata'])).toMatchObject({
      metadata: { metadata: { ner: {}, entities: {}, positions: {}, summary: 'On tides' } },
    });
  });

  it('has names and words, and what users ask about it', () => {
    const say = (text: string) => ({ text, language: '', ids_paragraphs: [] });
    const questions = [{ question: say('Why?'), answers: [say('The moon.')] }];
    const content = { ...wholeContent(row), questions };
    expect(extractedData('t', content, ['large_metadata', 'question_answers'])).toEqual({
      large_metadata: {
        metadata: {
          entities: [{ token: 'the sea', root: 'the sea', type: 'PLACE' }],
          tokens: { moon: 1, pulls: 1, sea: 1 },
        },
        split_metadata: {},
        deleted_splits: [],
      },
      question_answers: {
        question_answers: { question_answer: questions },
        split_question_answers: {},
        deleted_splits: [],
      },
    });
  });

  it('says of a link what its page says of itself', () => {
    const page = { title: 'Tides', description: 'Of the sea' };
    const content = wholeContent({ ...row, understood: { ...row.understood, page } });
    expect(extractedData('u', content, ['link'])).toMatchObject({
      link: { title: 'Tides', description: 'Of the sea' },
    });
    expect(extractedData('u', wholeContent(row), ['link'])).toMatchObject({ link: { title: '', description: '' } });
  });
});

describe('a paragraph', () => {
  it('is shown without what only processing needs', () => {
    const shown = shownParagraph({ ...paragraph(3, 9), headings: ['Sea'] });
    expect(shown).toMatchObject({ start: 3, end: 9, kind: 'TEXT' });
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['headings']));
    expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['language']));
  });

  it.each([
    [[3, 5, 6, 9]],
    [
      [
        { start: 3, end: 5 },
        { start: 6, end: 9 },
      ],
    ],
  ])('names its sentences, however they are stored: %j', (sentences) => {
    const key = 'moon/c/tides/first/3-9';
    expect(shownParagraph({ ...paragraph(3, 9), key, sentences }).sentences).toEqual([
      { start: 3, end: 5, key: 'moon/c/tides/first/3-5' },
      { start: 6, end: 9, key: 'moon/c/tides/first/6-9' },
    ]);
  });

  it('may have no sentences', () => {
    expect(shownParagraph(paragraph(3, 9)).sentences).toEqual([]);
  });
});

describe('vectors', () => {
  it('are those of their paragraphs, side by side', () => {
    const dimensions = fc.integer({ min: 1, max: 5 });
    const value = fc.float({ noNaN: true, noDefaultInfinity: true });
    const given = dimensions.chain((n) =>
      fc.array(fc.array(value, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(given, (vectors) => {
        const those = vectors.map((_, i) => paragraph(i * 10, i * 10 + 5));
        const found = paragraphVectors(those, bytesOf(vectors.map((one) => Float32Array.from(one))));
        expect(found.map(({ vector }) => vector)).toEqual(vectors);
        expect(found.map(({ start, end }) => [start, end])).toEqual(those.map(({ start, end }) => [start, end]));
      }),
    );
    expect(paragraphVectors([], Buffer.alloc(0))).toEqual([]);
  });

  it('are shown in the order of the parts, as far as they are of the present paragraphs', () => {
    const paragraphs = Array.from({ length: 65 }, (_, i) => paragraph(i));
    const first = vectorsOf(paragraphs.slice(0, 64).map((_, i) => [i]));
    const second = vectorsOf([[64]], { part: 1 });
    const earlier = vectorsOf([[-1]], { part: 1, seqid: 4 });
    const { vectors } = wholeContent({ ...row, paragraphs }, [second, earlier, first]);
    expect(Array.isArray(vectors) && vectors.map(({ start, vector: [n] }) => [start, n])).toEqual(
      paragraphs.map(({ start }) => [start, start]),
    );
    expect(wholeContent(row, [earlier])).not.toHaveProperty('vectors');
  });
});
