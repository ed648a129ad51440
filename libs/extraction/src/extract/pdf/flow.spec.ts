import fc from 'fast-check';
import { DocumentBuilder } from '../document-builder';
import { Flow, type Prose, type Written } from './flow';

const prose = (text: string, part: Partial<Prose> = {}): Prose => ({
  kind: 'paragraph',
  text,
  size: 10,
  lines: 3,
  isFull: true,
  ...part,
});
const note = (text: string) => prose(text, { size: 8, isNote: true });

function textsOf(pages: readonly (readonly Written[])[], vocabulary = new Set<string>()) {
  const document = new DocumentBuilder(1_000_000);
  const flow = new Flow(document);
  for (const page of pages) flow.page([page], [], vocabulary);
  flow.flush();
  const { text, blocks } = document.build('application/pdf');
  return blocks.map(({ start, end, page }) => [page, text.slice(start, end)]);
}

describe('the text of pages', () => {
  it('has sentences that cross pages in one piece, on the page where they begin', () => {
    expect(
      textsOf([
        [prose('The lock was'), note('1 See there.')],
        [prose('repaired.'), prose('Then it rained.')],
      ]),
    ).toEqual([
      [0, 'The lock was repaired.'],
      [0, '1 See there.'],
      [1, 'Then it rained.'],
    ]);
  });

  it('has words in one piece that a page divides', () => {
    expect(textsOf([[prose('The old har-')], [prose('bour is open.')]])).toEqual([[0, 'The old harbour is open.']]);
  });

  it.each([
    ['ends', prose('The lock was repaired.'), prose('then came the rain')],
    ['is short', prose('The lock was', { isFull: false }), prose('repaired')],
    ['is set in another size', prose('The lock was'), prose('repaired', { size: 12 })],
    ['is a line of its own', prose('Harbour of the town', { lines: 1 }), prose('Repairs go on', { lines: 1 })],
    ['is followed by a list', prose('The lock was'), prose('repaired', { kind: 'item' })],
  ])('is not joined where it %s', (_, before, after) => {
    expect(textsOf([[before], [after]])).toEqual([
      [0, before.text],
      [1, after.text],
    ]);
  });

  it('is the same when another flow continues from the state of this one', () => {
    const document = new DocumentBuilder(1_000);
    const first = new Flow(document);
    first.page([[prose('The lock was')]], [], new Set());
    const second = new Flow(document, JSON.parse(JSON.stringify(first.state)));
    second.page([[prose('repaired.')]], [], new Set());
    second.flush();
    expect(document.build('application/pdf').text).toBe('The lock was repaired.');
  });

  const anyWritten: fc.Arbitrary<Written> = fc.oneof(
    fc
      .record({
        text: fc.stringMatching(/^[a-zA-Z]{2,6}[.-]?$/),
        size: fc.constantFrom(8, 10),
        lines: fc.integer({ min: 1, max: 3 }),
        isFull: fc.boolean(),
        isNote: fc.boolean(),
        kind: fc.constantFrom('paragraph' as const, 'item' as const),
      })
      .map((value) => value),
    fc.record({
      kind: fc.constant('heading' as const),
      text: fc.stringMatching(/^[a-z]{2,6}$/),
      level: fc.constant(2),
    }),
  );

  it('loses no letter and repeats none, and its pages go up', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyWritten, { maxLength: 5 }), { maxLength: 6 }), (pages) => {
        const letters = (text: string) => [...text.replace(/[^a-zA-Z]/g, '')].sort().join('');
        const given = pages.flat().map((written) => ('text' in written ? written.text : ''));
        const found = textsOf(pages);
        expect(letters(found.map(([, text]) => text).join(''))).toBe(letters(given.join('')));
        found.slice(1).forEach(([page], at) => expect(page).toBeGreaterThanOrEqual(Number(found[at]?.[0])));
      }),
      { seed: 7 },
    );
  });
});
