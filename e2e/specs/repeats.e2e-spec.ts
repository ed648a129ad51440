import {
  type FindResults,
  retrieveParagraphs,
  searchKnowledgeBox,
  searchResource,
  suggest,
} from '@lectern/contracts/search';
import { findByQuery } from '../harness/by-query';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const SAID_OFTEN = 'The moon pulls the sea.';
const ships = Array.from({ length: 30 }, (_, i) => `The ship of berth ${i} saw the moon rise over the water.`);
const EVERYTHING = [SAID_OFTEN, ...ships].sort();

const textsOf = ({ resources }: FindResults) =>
  Object.values(resources)
    .flatMap(({ fields }) => Object.values(fields ?? {}))
    .flatMap(({ paragraphs }) => Object.values(paragraphs).map(({ text }) => text));

/** A field says one sentence a hundred times and thirty others once. */
inStandalone('what a field repeats, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const query = 'moon sea';

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const body = [...Array<string>(100).fill(SAID_OFTEN), ...ships].join('\n\n');
    rid = await kb.createResource(
      { texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' as const } } },
      { wait: 'embedded' },
    );
  });

  it.each([
    ['find', {}],
    ['find without a reranker', { reranker: 'noop' as const }],
    ['find by words', { features: ['keyword' as const], reranker: 'noop' as const }],
    ['find by meaning', { features: ['semantic' as const], min_score: -1, reranker: 'noop' as const }],
    ['find by ranks', { rank_fusion: 'rrf' as const, reranker: 'noop' as const }],
  ])('is said once by %s', async (_, members) => {
    const found = await kb.find({ query, top_k: 20, ...members });
    const texts = textsOf(found);
    expect([texts.length, new Set(texts).size, found.next_page]).toEqual([20, 20, true]);
    const all = await kb.find({ query, top_k: 40, ...members });
    expect([textsOf(all).sort(), all.next_page]).toEqual([EVERYTHING, false]);
    const kept = await kb.find({ query, top_k: 40, ...members, with_duplicates: true });
    expect([textsOf(kept).length, new Set(textsOf(kept)).size < 31]).toEqual([40, true]);
  });

  it('is said once by retrieve, suggest, and the search of a resource', async () => {
    const { results } = await kb.api(retrieveParagraphs, { body: { query: { query }, top_k: 20 } });
    expect(results.matches).toHaveLength(20);
    const suggested = await kb.api(suggest, { body: { query: 'moon sea' } });
    expect(new Set(suggested.paragraphs?.results.map(({ text }) => text)).size).toBe(10);
    const { paragraphs } = await kb.api(searchResource, { params: { rid }, query: { query, top_k: 20 } });
    expect([paragraphs.results.length, paragraphs.next_page, paragraphs.total]).toEqual([20, true, 130]);
  });

  it('is said once on all pages of a search together', async () => {
    const pages: string[][] = [];
    let isMore = true;
    for (let offset = 0; isMore && offset <= 100; offset += 7) {
      const body = { query, features: ['keyword' as const], top_k: 7, offset };
      const { results } = await kb.api(searchKnowledgeBox, { body });
      pages.push(results.paragraphs?.results.map(({ text }) => text) ?? []);
      isMore = results.paragraphs?.next_page === true;
    }
    expect(pages.flat().sort()).toEqual(EVERYTHING);
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 3]);
    const { results } = await kb.api(searchKnowledgeBox, { body: { query, features: ['semantic'], min_score: -1 } });
    expect(new Set(results.sentences?.results.map(({ text }) => text)).size).toBe(20);
    const body = { query, features: ['keyword' as const], with_duplicates: true };
    const repeated = (await kb.api(searchKnowledgeBox, { body })).results.paragraphs;
    expect([repeated?.results.length, new Set(repeated?.results.map(({ text }) => text)).size]).toEqual([20, 1]);
  });

  it.each(['predict', 'noop'] as const)('is said once on all pages of a find together: %s', async (reranker) => {
    const shown: string[] = [];
    let search_after: string | null | undefined;
    do {
      const page = await kb.find({ query, features: ['keyword'], top_k: 10, reranker, search_after });
      shown.push(...textsOf(page));
      ({ search_after } = page);
      expect(page.next_page).toBe(typeof search_after === 'string');
    } while (search_after && shown.length < 100);
    expect(shown.sort()).toEqual(EVERYTHING);
  });

  it('is said once by a find of query parameters', async () => {
    const { results } = await kb.api(findByQuery, { query: { query, top_k: 40 } });
    expect(textsOf(results).sort()).toEqual(EVERYTHING);
  });
});
