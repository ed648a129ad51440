import type { ProcessingValue } from '@lectern/contracts/understanding';
import type { DocumentFacts, Section } from '../extract/document';
import { DocumentBuilder } from '../extract/document-builder';
import { collected } from '../fixtures/understood.fixture';
import { FieldAnalysis, PARAGRAPHS_MAX } from './field-analysis';

const facts: DocumentFacts = { mediaType: 'text/plain', properties: {}, links: [], pages: 0, warnings: [] };
const options = { fieldId: 'r/t/a' };

function sectionsOf(...writers: ((document: DocumentBuilder) => void)[]): Section[] {
  const document = new DocumentBuilder(100_000_000);
  return writers.map((write) => {
    write(document);
    return document.section();
  });
}

function valuesOf(sections: readonly Section[], { restarting = false } = {}): ProcessingValue[] {
  let analysis = new FieldAnalysis(options);
  const values: ProcessingValue[] = [];
  for (const section of sections) {
    values.push(...analysis.add(section, { properties: {}, paged: false }));
    if (restarting) analysis = new FieldAnalysis(options, JSON.parse(JSON.stringify(analysis.state)));
  }
  return [...values, { field: analysis.finish(facts) }];
}

const sections = sectionsOf(
  (d) => {
    d.heading('Harbour', 1);
    d.paragraph('Tomas Alvarsson opened the northern lock of Rotterdam on 3 March 2024. 😀 '.repeat(20));
  },
  (d) => {
    d.heading('Fees', 2);
    d.paragraph('Alvarsson pays €20, and nobody else pays anything at all for the berth beside the lock. '.repeat(20));
  },
  (d) => d.paragraph('Am Ende zahlt die Stadt alle Kosten für die Schleuse und für das Hafenamt allein. '.repeat(20)),
);

describe('FieldAnalysis', () => {
  it('goes on with the next section as if it had not stopped', () => {
    expect(valuesOf(sections, { restarting: true })).toEqual(valuesOf(sections));
  });

  it('finds what stands in all sections, at its place in the whole text', async () => {
    const understood = await collected(valuesOf(sections));
    const characters = [...understood.text];
    expect(understood).toMatchObject({ title: 'Harbour', language: 'en', languages: ['en', 'de'] });
    for (const { positions } of understood.entities.filter(({ label }) => label === 'PERSON'))
      for (const { start, end } of positions) expect(characters.slice(start, end).join('')).toMatch(/Alvarsson$/);
    const german = understood.paragraphs.at(-1);
    expect(characters.slice(german?.start, german?.end).join('')).toMatch(/^Am Ende/);
    expect(german?.headings).toEqual(['Harbour', 'Fees']);
  });

  it('cuts no character in two', async () => {
    const [section] = sectionsOf((d) => d.verbatim('paragraph', `a${'😀'.repeat(300_000)}`));
    const texts = valuesOf(section ? [section] : []).flatMap(({ text }) => (text === undefined ? [] : [text]));
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
  });

  it('stops at the limit of paragraphs, and says how many cannot be found', async () => {
    const [section] = sectionsOf((d) => {
      for (let at = 0; at < PARAGRAPHS_MAX + 5; at += 1) d.verbatim('record', 'a');
    });
    const understood = await collected(valuesOf(section ? [section] : []));
    expect(understood.paragraphs).toHaveLength(PARAGRAPHS_MAX);
    expect(understood.errors).toEqual([
      expect.objectContaining({ text: 'Paragraphs beyond 300000, the limit of a field, cannot be found: 5' }),
    ]);
  });
});
