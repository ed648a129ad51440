import { comparableGroup, type IndexedParagraph, isVisible, pagesOf, parseInstant } from '@lectern/contracts/core';
import type { FieldAnnotation } from '@lectern/contracts/knowledge-box';
import type { ExtractedFieldEntity } from '@lectern/resource-store';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { genericFields, indexedResource, keywordRecord, paragraphLabels, shownParagraphs } from './keyword-record';

const RID = 'a'.repeat(32);
const origin = { source: 'API' as const, metadata: {}, tags: [], collaborators: [], related: [] };
const createdMs = (created: string) =>
  indexedResource(resourceRow('box', RID, { origin: { ...origin, created } })).createdMs;

describe('what an index knows of a resource', () => {
  it('is restricted and hidden as its row says', () => {
    const group = fc.constantFrom('hr', '/hr', '//hr', 'it', '/');
    const groups = fc.array(group, { maxLength: 3 });
    fc.assert(
      fc.property(fc.option(groups), fc.boolean(), groups, (accessGroups, hidden, named) => {
        const indexed = indexedResource(resourceRow('box', RID, { accessGroups, hidden }));
        const who = { groups: named.map(comparableGroup), hidden: false };
        const isFound =
          !indexed.hidden && (indexed.groups.length === 0 || indexed.groups.some((one) => who.groups.includes(one)));
        expect(isFound).toBe(isVisible({ groups: accessGroups ?? [], hidden }, who));
      }),
    );
  });

  it('has the dates of its origin, or else its own', () => {
    const [created, modified] = [new Date(1_000), new Date(2_000)];
    const own = resourceRow('box', RID, { created, modified });
    expect(indexedResource(own)).toMatchObject({ createdMs: 1_000, modifiedMs: 2_000 });
    expect(indexedResource({ ...own, origin: { ...origin, modified: '1970-01-01T00:00:03Z' } })).toMatchObject({
      createdMs: 1_000,
      modifiedMs: 3_000,
    });
  });

  it('has a date that a filter with the same text includes', () => {
    const pad = (n: number, size = 2) => String(n).padStart(size, '0');
    const day = fc
      .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([y, m, d]) => `${pad(y, 4)}-${pad(m)}-${pad(d)}`);
    const zone = fc.constantFrom('', 'Z', 'z', '+02:00', '-0130', '+02', '-11');
    const time = fc
      .tuple(fc.constantFrom('T', ' '), fc.constantFrom('00:00', '23:59:58', '10:20:30.5', '10:20:30,123456'), zone)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(day, fc.oneof(fc.constant(''), time), (date, at) => {
        expect(createdMs(date + at)).toBe(parseInstant(date + at)?.getTime());
      }),
      { numRuns: 500 },
    );
  });
});

const text = 'The moon pulls the sea. 🌊 Twice a day.';
const field: ExtractedFieldEntity = {
  kbid: 'box',
  rid: RID,
  letter: 't',
  id: 'body',
  seqid: 1,
  text,
  extractedAt: new Date(0),
  understood: { ...understood, entities: [{ label: 'PLACE', text: 'the sea', positions: [] }] },
  paragraphs: [paragraph(0, 23), paragraph(24, 38)],
};
const resource = resourceRow('box', RID, { title: 'Tides', summary: 'On the moon' });
async function all(): Promise<IndexedParagraph[]> {
  const found: IndexedParagraph[] = [];
  for await (const page of pagesOf(keywordRecord(resource, [field]).paragraphs)) found.push(...page);
  return found;
}

describe('the paragraphs of a resource', () => {
  it('are its title, its summary and those of its fields, cut at code points', async () => {
    expect((await all()).map(({ id, text: own }) => [id, own])).toEqual([
      [`${RID}/a/title/0-5`, 'Tides'],
      [`${RID}/a/summary/0-11`, 'On the moon'],
      [`${RID}/t/body/0-23`, 'The moon pulls the sea.'],
      [`${RID}/t/body/24-38`, '🌊 Twice a day.'],
    ]);
  });

  it('are shown as they are indexed, those that are wanted and no others', async () => {
    const indexed = await all();
    const ids = indexed.map(({ id }) => id);
    fc.assert(
      fc.property(fc.subarray(ids), (wanted) => {
        const shown = shownParagraphs({ resource, extracted: [field] }, new Set(wanted));
        expect(shown.map(({ id }) => id)).toEqual(wanted);
        expect(indexed).toEqual(expect.arrayContaining(shown.map((one) => expect.objectContaining(one))));
      }),
    );
  });

  it('are found by the name of their file, and the title by its words as well', async () => {
    const origin = { source: 'API' as const, metadata: {}, tags: [], collaborators: [], related: [] };
    const named = resourceRow('box', RID, {
      title: 'Sea tides',
      origin: { ...origin, filename: 'tides_q3-17.pdf' },
      language: 'en',
    });
    const found: unknown[] = [];
    for await (const page of pagesOf(keywordRecord(named, [field]).paragraphs))
      for (const one of page) found.push([one.terms.split(' '), one.titleTerms, one.words]);
    const name = ['q3', '17', 'tidesq317'];
    expect(found).toEqual([
      [['sea', 'tide', ...name], undefined, expect.stringMatching(/^sea tides tides q3 17$/)],
      [expect.arrayContaining(name), expect.arrayContaining(name), expect.not.stringContaining('q3')],
      [expect.arrayContaining(name), expect.arrayContaining(name), expect.not.stringContaining('q3')],
    ]);
  });

  it('are found by the words of the title, and tell which of them they lack', async () => {
    const titled = resourceRow('box', RID, { title: 'Sea tides and the moon' });
    const read = async () => {
      const found: IndexedParagraph[] = [];
      for await (const page of pagesOf(keywordRecord(titled, [field]).paragraphs)) found.push(...page);
      return found.map(({ terms, titleTerms }) => [terms, titleTerms]);
    };
    const title = 'sea tide moon';
    expect(await read()).toEqual([
      [title, undefined],
      [`${title} ${title} moon pull sea`, ['tide']],
      [`${title} ${title} twice day`, ['sea', 'tide', 'moon']],
    ]);
  });

  it('have no summary that processing found, since it repeats the text', () => {
    expect(genericFields({ title: 'a', summary: 'b', summaryIsProvisional: false })).toEqual(['title', 'summary']);
    expect(genericFields({ title: ' ', summary: 'b', summaryIsProvisional: true })).toEqual([]);
  });

  it('have the labels that users give them, unless they cancel them', async () => {
    const label = (name: string, cancelled: boolean) => ({ labelset: 's', label: name, cancelled_by_user: cancelled });
    const [body, title] = [`${RID}/t/body/24-38`, `${RID}/a/title/0-5`];
    const paragraphs = [{ key: body, classifications: [label('a', false), label('b', true)] }];
    const annotations = [
      { field: { field_type: 'text', field: 'body' }, paragraphs, question_answers: [] },
      {
        field: { field_type: 'text', field: 'other' },
        paragraphs: [{ key: body, classifications: [label('c', false)] }],
      },
      {
        field: { field_type: 'generic', field: 'title' },
        paragraphs: [{ key: title, classifications: [label('d', false)] }],
      },
    ].map((one) => ({ question_answers: [], ...one })) as FieldAnnotation[]; // literals of its members
    const labelled = keywordRecord({ ...resource, annotations }, [field]).paragraphs;
    const found: IndexedParagraph[] = [];
    for await (const page of pagesOf(labelled)) found.push(...page);
    const own = found.map(({ id, labels }) => [id, labels.filter((path) => path.startsWith('/l/'))]);
    expect(own.filter(([, labels]) => labels?.length)).toEqual([
      [title, ['/l/s/d']],
      [body, ['/l/s/a']],
    ]);
  });

  it('share one list of labels for each kind', () => {
    const labels = paragraphLabels(resource, { ...field, count: 2 });
    const read = { ...paragraph(0, 4), kind: 'OCR' } as const;
    expect(labels(read)).toEqual(['/mt/text/plain', '/e/PLACE/the sea', '/k/ocr']);
    expect(labels({ ...read, start: 2 })).toBe(labels(read));
    const generated = paragraphLabels(resource, { ...field, id: 'da-summary-t-body', count: 2 });
    expect(generated(read)).toContain('/g/da/summary');
  });
});
