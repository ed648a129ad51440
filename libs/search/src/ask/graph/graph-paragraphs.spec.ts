import type { StoredParagraph } from '@lectern/contracts/core';
import type { GraphPath } from '@lectern/contracts/knowledge-box';
import { graphParagraphs, paragraphsOfLines, paragraphIdsOf, lineParagraphIds } from './graph-paragraphs';

const node = (value: string) => ({ value, type: 'entity' as const, group: 'PERSON' });
const pathOf = (source: string, label: string, destination: string, paragraph?: string): GraphPath => ({
  source: node(source),
  relation: { label, type: 'OTHER' },
  destination: node(destination),
  score: 1,
  metadata: paragraph === undefined ? null : { field_id: 'r/t/a', paragraph_id: paragraph },
});
const stored = (id: string, start: number, end: number): StoredParagraph => ({
  id,
  rid: 'r',
  field: 't/a',
  text: `text of ${id}`,
  language: 'en',
  kind: 'TEXT',
  labels: [],
  resourceLabels: [],
  resourceTitle: '',
  index: 0,
  start,
  end,
  page: 0,
});
const ranked = [
  { path: pathOf('Ada', 'knows', 'Mary', 'r/t/a/0-90'), score: 0.4 },
  { path: pathOf('Ada', 'knows', 'Mary', 'r/t/a/10-20'), score: 0.9 },
  { path: pathOf('Mary', '', 'Sea', 'r/t/ab/0-20'), score: 0.5 },
  { path: pathOf('Mary', 'likes', 'Tea'), score: 0.8 },
];
const paragraphs = [stored('r/t/ab/0-20', 0, 20), stored('r/t/a/10-20', 10, 20), stored('r/t/a/0-90', 0, 90)];

describe('paragraphs of the graph', () => {
  it('are those that state relations, best first, without those within others', () => {
    const found = graphParagraphs(ranked, paragraphs, false);
    expect(found.map(({ paragraph, score, type }) => [paragraph.text, score, type])).toEqual([
      ['text of r/t/a/0-90', 0.9, 'RELATION_RELEVANCE'],
      ['text of r/t/ab/0-20', 0.5, 'RELATION_RELEVANCE'],
    ]);
    expect(found[0]?.relations?.entities['Ada']?.related_to).toEqual(
      Array(2).fill(expect.objectContaining({ entity: 'Mary', relation_label: 'knows', resource_id: 'r' })),
    );
  });

  it('may say the relations instead, each once', () => {
    const texts = graphParagraphs(ranked, paragraphs, true).map(({ paragraph }) => paragraph.text);
    expect(texts).toEqual(['- Ada knows Mary', '- Mary other Sea']);
  });

  it('are none for relations whose paragraphs are gone', () => {
    expect(paragraphIdsOf(ranked)).toEqual(['r/t/a/0-90', 'r/t/a/10-20', 'r/t/ab/0-20']);
    expect(graphParagraphs(ranked, [], false)).toEqual([]);
    expect(graphParagraphs([], paragraphs, false)).toEqual([]);
  });

  it('are lines for relations that a resource or a field states without a paragraph', () => {
    const inField = { field_id: 'q/t/a', paragraph_id: null };
    const stated = [
      ...ranked,
      { path: { ...pathOf('Mary', 'owns', 'Mill'), statedBy: 'r' }, score: 0.3 },
      { path: { ...pathOf('Mary', 'likes', 'Tea'), statedBy: 'r' }, score: 0.8 },
      { path: { ...pathOf('Ada', '', 'Tea'), metadata: inField, statedBy: 'q' }, score: 0.2 },
    ];
    const lines = paragraphsOfLines(stated, { r: { title: 'People' } });
    expect(
      lines.map(({ paragraph: { id, field, text, resourceTitle }, score }) => [id, field, text, resourceTitle, score]),
    ).toEqual([
      ['r/a/usermetadata/0-0', 'a/usermetadata', '- Mary owns Mill\n- Mary likes Tea', 'People', 0.8],
      ['q/t/a/0-0', 't/a', '- Ada other Tea', '', 0.2],
    ]);
    expect(lineParagraphIds(stated)).toEqual(['r/a/usermetadata/0-0', 'q/t/a/0-0']);
    expect(paragraphsOfLines(ranked, {})).toEqual([]);
  });
});
