import type { IndexedParagraph, IndexedResource, KeywordRecord } from '@lectern/contracts/core';
import { analyze } from '@lectern/text';
import type { KeywordIndex, KeywordQuery } from './keyword-index';
import { ridOf } from '../../index-engine/fixtures/filter-cases';

export { ridOf };

/** Storage of an adapter for the duration of one test. */
export interface KeywordIndexStore {
  /** Opens the index as its only writer. */
  open(): Promise<KeywordIndex>;
  destroy(): Promise<void>;
}

export const kbid = '5f0c1a52-8a53-4d29-9a55-3f6f0f7c8d11';

export interface ParagraphOptions extends Partial<Omit<IndexedParagraph, 'text'>> {
  readonly text: string;
}

export function recordOf(
  n: number,
  paragraphs: readonly (string | ParagraphOptions)[],
  resource: Partial<IndexedResource> = {},
): KeywordRecord & { readonly paragraphs: readonly IndexedParagraph[] } {
  const rid = resource.rid ?? ridOf(n);
  const shared = {
    rid,
    version: 1,
    createdMs: n * 1_000,
    modifiedMs: n * 1_000,
    hidden: false,
    groups: [],
    labels: [],
  };
  return {
    resource: { ...shared, ...resource },
    title: `Resource ${n}`,
    paragraphs: paragraphs.map((given, i) => paragraphOf(rid, i, given)),
  };
}

function paragraphOf(rid: string, index: number, given: string | ParagraphOptions): IndexedParagraph {
  const options = typeof given === 'string' ? { text: given } : given;
  const { text, language = 'en', field = 't/body' } = options;
  return {
    id: idOf(rid, index, field),
    field,
    ...analyze(text, language),
    language,
    kind: 'TEXT',
    labels: [],
    index,
    start: index * 100,
    end: index * 100 + 50,
    page: 0,
    ...options,
  };
}

export function idOf(rid: string, index: number, field = 't/body'): string {
  return `${rid}/${field}/${index * 100}-${index * 100 + 50}`;
}

/** The query for a text, analysed like the paragraphs. */
export function queryOf(text: string, more: Partial<KeywordQuery> & { readonly language?: string } = {}): KeywordQuery {
  const { language = 'en', ...query } = more;
  const terms = analyze(text, language).terms.split(' ').filter(Boolean);
  return { terms, phrases: [], excluded: [], limit: 20, ...query };
}

export async function idsOf(index: KeywordIndex, query: KeywordQuery, box = kbid): Promise<string[]> {
  return (await index.search(box, query)).hits.map(({ id }) => id);
}

/** Numbers of the hit resources, in the order of the hits. */
export async function hitsOf(index: KeywordIndex, query: KeywordQuery, box = kbid): Promise<number[]> {
  return (await idsOf(index, query, box)).map((id) => Number.parseInt(id.slice(0, 32), 16));
}
