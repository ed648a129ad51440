import fc from 'fast-check';
import type { Section } from '../extract/document';
import { DocumentBuilder } from '../extract/document-builder';
import { type OpenHeading, unitsOf, withoutMarks } from './units';

const sectionOf = (write: (document: DocumentBuilder) => void): Section => {
  const document = new DocumentBuilder(1_000_000);
  write(document);
  return document.section();
};
const textsOf = (section: Section, options = {}) =>
  unitsOf(section, { language: 'en', ...options }).map(({ start, end }) => section.text.slice(start, end));
const sentence = 'The keeper of the northern lock writes down every boat that passes. ';

describe('blocks as units', () => {
  it('are joined while they are small, and cut between sentences when they are large', () => {
    const small = sectionOf((d) => ['One.', 'Two.', 'Three.'].forEach((text) => d.paragraph(text)));
    expect(textsOf(small)).toEqual(['One.\n\nTwo.\n\nThree.']);
    const large = textsOf(sectionOf((d) => d.paragraph(sentence.repeat(30))));
    expect(large.length).toBeGreaterThan(1);
    for (const text of large) expect(text).toMatch(/^The keeper.*passes\.$/s);
  });

  it('of code, tables, transcripts and recognised pictures are joined with their like only', () => {
    const section = sectionOf((d) => {
      d.paragraph('Before.');
      d.code('a = 1');
      d.code('b = 2');
      d.paragraph('After.');
    });
    expect(textsOf(section)).toEqual(['Before.', 'a = 1\n\nb = 2', 'After.']);
  });

  it('that are records are neither joined, nor headed, nor cut while they are short enough for a paragraph', () => {
    const record = sentence.repeat(40).trim();
    const section = sectionOf((d) => {
      d.heading('Boats', 1);
      d.verbatim('record', 'a');
      d.verbatim('record', record);
    });
    expect(textsOf(section)).toEqual(['Boats', 'a', record]);
    expect(textsOf(sectionOf((d) => d.verbatim('record', sentence.repeat(400)))).length).toBeGreaterThan(1);
  });

  it('keep when each part of what is said is heard', () => {
    const section = sectionOf((d) => {
      d.verbatim('transcript', 'Hello', { seconds: { start: 1, end: 2 } });
      d.verbatim('transcript', 'again', { seconds: { start: 3, end: 4 } });
    });
    expect(unitsOf(section, {})).toMatchObject([
      {
        seconds: [
          { start: 1, end: 2 },
          { start: 3, end: 4 },
        ],
      },
    ]);
  });

  it('are headed by what is open above them, also from a section before', () => {
    const open: OpenHeading[] = [];
    const first = sectionOf((d) => {
      d.heading('Port', 1);
      d.heading('Locks', 2);
      d.paragraph('Wait.');
    });
    const second = sectionOf((d) => {
      d.paragraph('Still locks.');
      d.heading('Berths', 2);
      d.paragraph('Ask.');
    });
    expect(unitsOf(first, {}, open).map(({ headings }) => headings)).toEqual([['Port', 'Locks']]);
    expect(unitsOf(second, {}, open).map(({ headings }) => headings)).toEqual([
      ['Port', 'Locks'],
      ['Port', 'Berths'],
    ]);
    expect(open.map(({ text }) => text)).toEqual(['Port', 'Berths']);
  });

  it('are headed by nothing that is as long as a paragraph', () => {
    const section = sectionOf((d) => {
      d.heading(sentence.repeat(15), 1);
      d.paragraph('Wait.');
    });
    for (const { headings } of unitsOf(section, {})) expect(headings).toEqual([]);
  });

  it('keep headings that head nothing', () => {
    expect(textsOf(sectionOf((d) => (d.paragraph('Wait.'), d.heading('The end', 1))))).toEqual(['Wait.', 'The end']);
  });
});

describe('units of any document', () => {
  const kinds = ['heading', 'paragraph', 'list', 'code', 'record', 'table', 'page'] as const;
  const part = fc.record({
    kind: fc.constantFrom(...kinds),
    level: fc.integer({ min: 1, max: 6 }),
    text: fc
      .tuple(fc.lorem({ maxCount: 12 }), fc.integer({ min: 1, max: 30 }))
      .map(([text, times]) => `${text} `.repeat(times)),
  });
  const anySection = fc.array(part, { maxLength: 12 }).map((parts) =>
    sectionOf((d) => {
      for (const { kind, level, text } of parts) {
        if (kind === 'page') d.startPage();
        else if (kind === 'heading') d.heading(text, level);
        else if (kind === 'list') d.listItem(text);
        else if (kind === 'code') d.code(text);
        else if (kind === 'table') d.tableLines([text, 'a | b']);
        else d.verbatim(kind, text);
      }
    }),
  );

  it('hold all that is visible, once, in order, and none begins or ends with a blank', () => {
    fc.assert(
      fc.property(anySection, (section) => {
        let end = 0;
        for (const unit of unitsOf(section, { language: 'en' })) {
          expect(section.text.slice(end, unit.start).trim()).toBe('');
          const text = section.text.slice(unit.start, unit.end);
          expect(text).toBe(text.trim());
          expect(text).not.toBe('');
          end = unit.end;
        }
        expect(section.text.slice(end).trim()).toBe('');
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('lie on one page each', () => {
    fc.assert(
      fc.property(anySection, (section) => {
        for (const unit of unitsOf(section, { language: 'en' })) {
          const within = section.blocks.filter(({ start, end }) => start < unit.end && end > unit.start);
          expect(new Set(within.map(({ page }) => page))).toEqual(new Set([unit.page]));
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('leave headings open from the outermost to the innermost', () => {
    fc.assert(
      fc.property(anySection, (section) => {
        const open: OpenHeading[] = [];
        unitsOf(section, {}, open);
        open.slice(1).forEach(({ level }, at) => expect(level).toBeGreaterThan(open[at]?.level ?? 0));
      }),
      { seed: 7 },
    );
  });
});

describe('a heading without marks', () => {
  it.each([
    ['## Locks ##', 'Locks'],
    ['#tag', '#tag'],
    ['Programs in C#', 'Programs in C#'],
    ['Locks', 'Locks'],
  ])('of %s is %s', (heading, text) => expect(withoutMarks(heading)).toBe(text));

  it('is found at once in a long one', () => {
    expect(withoutMarks(`# ${'x'.repeat(1_000_000)}`).length).toBeLessThan(1_000);
  });
});
