import fc from 'fast-check';
import type { Section } from '../extract/document';
import { DocumentBuilder } from '../extract/document-builder';
import { cutUnits } from './cut-units';
import type { OpenHeading } from './units';

const sectionOf = (write: (document: DocumentBuilder) => void): Section => {
  const document = new DocumentBuilder(1_000_000);
  write(document);
  return document.section();
};
const plain = (text: string) => sectionOf((d) => d.verbatim('paragraph', text));
const cut = (section: Section, splitter: string, open?: OpenHeading[]) => [...cutUnits(section, { splitter }, open)];
const textsOf = (section: Section, splitter: string) =>
  cut(section, splitter).map(({ start, end }) => section.text.slice(start, end));

describe('a text that is cut at another one', () => {
  it('has a unit between each two occurrences, however short or long', () => {
    const long = 'One sentence. '.repeat(200).trim();
    expect(textsOf(plain(`a\n###\n${long}\n###\n\n###b## c`), '###')).toEqual(['a', long, 'b## c']);
  });

  it('is one unit where the other one does not occur', () => {
    expect(textsOf(plain('First.\n\nSecond.'), '###')).toEqual(['First.\n\nSecond.']);
  });

  it('is cut exactly, blanks and letters included', () => {
    expect(textsOf(plain('One. two. ONE.'), '. ')).toEqual(['One', 'two', 'ONE.']);
    expect(textsOf(plain('One\n\nTwo\nThree'), '\n\n')).toEqual(['One', 'Two\nThree']);
  });

  it('is headed by what stands above each unit, and its kind is that of its blocks', () => {
    const section = sectionOf((d) => {
      d.heading('Port', 1);
      d.paragraph('Wait. ### Go.');
      d.heading('Fees', 2);
      d.verbatim('table', 'Berth | Fee');
      d.paragraph('### End.');
    });
    const open: OpenHeading[] = [];
    const units = cut(section, '###', open);
    expect(units.map(({ kind, headings }) => [kind, headings])).toEqual([
      ['paragraph', ['Port']],
      ['paragraph', ['Port']],
      ['paragraph', ['Port', 'Fees']],
    ]);
    expect(open.map(({ text }) => text)).toEqual(['Port', 'Fees']);
  });

  it('is on the page where a unit begins', () => {
    const section = sectionOf((d) => {
      d.startPage();
      d.paragraph('One ### two');
      d.startPage();
      d.paragraph('still two ### three');
    });
    expect(cut(section, '###').map(({ page }) => page)).toEqual([0, 0, 1]);
  });

  it('is cut between sentences where a unit is longer than a paragraph can be', () => {
    const section = plain(`${'A sentence of some words. '.repeat(1_000)}###b`);
    const texts = textsOf(section, '###');
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.at(-1)).toBe('b');
    const short = [
      ...cutUnits(plain('One is here. Two is here. Three is here.###b'), { splitter: '###', paragraphCharsMax: 15 }),
    ];
    expect(short).toHaveLength(4);
  });

  it('loses nothing but splitters and blanks, whatever it says', () => {
    const words = fc.array(fc.constantFrom('a', 'bc', ' ', '\n', '|', '||', '.'), { maxLength: 60 });
    fc.assert(
      fc.property(words, fc.constantFrom('|', '||', ' ', 'a'), (parts, splitter) => {
        const section = plain(parts.join(''));
        const expected = section.text
          .split(splitter)
          .map((text) => text.trim())
          .filter(Boolean);
        expect(textsOf(section, splitter)).toEqual(expected);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
