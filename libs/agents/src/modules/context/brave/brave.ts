import type { BraveModuleConfig } from '@lectern/contracts/agents';
import { listAt, objectAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';
import { webResults } from '../web-search/web-results';
import { boundedQuery, webSearch } from '../web-search/web-search';
import { withoutMarkup } from './without-markup';

const API = 'https://api.search.brave.com/res/v1/web/search';
const RESULTS = 20;
const QUERY_CHARS_MAX = 400;
const QUERY_WORDS_MAX = 50;

/** Searches the web with Brave. */
export const brave = webSearch<BraveModuleConfig>({
  name: 'brave',
  title: 'Search the web with Brave',
  description: 'Finds pages of the web with Brave, and what they say about the question.',
  provider: 'Brave',
  queryMax: { chars: QUERY_CHARS_MAX, words: QUERY_WORDS_MAX },
  search: async ({ source, domain, country }, query, run) => {
    const { key, endpoint } = await run.sources.settings(source, 'brave');
    const url = new URL(endpoint || API);
    url.searchParams.set('q', domain ? withinSite(query, domain) : query);
    url.searchParams.set('count', String(RESULTS));
    url.searchParams.set('text_decorations', 'false');
    url.searchParams.set('extra_snippets', 'true');
    if (country) url.searchParams.set('country', country.toUpperCase());
    const headers = { 'x-subscription-token': key };
    const answer = await callProvider({ provider: 'Brave', url, headers, secrets: [key] }, run);
    const list = listAt(objectAt(answer, 'web'), 'results', RESULTS);
    return { results: webResults(list.map(braveTextsOf), { text: 'text', date: 'page_age' }) };
  },
});

/** With the operator of the provider for one domain. */
function withinSite(query: string, domain: string): string {
  const site = `site:${domain} `;
  const { text } = boundedQuery(query, { chars: QUERY_CHARS_MAX - site.length, words: QUERY_WORDS_MAX - 1 });
  return `${site}${text}`;
}

/** A result whose texts are one text without markup. */
function braveTextsOf(result: unknown): object {
  const { title, description, ...others } = objectAt(result);
  const texts = [description, ...listAt(result, 'extra_snippets', 10)].flatMap((text) =>
    typeof text === 'string' && text !== '' ? [withoutMarkup(text)] : [],
  );
  return {
    ...others,
    ...(typeof title === 'string' && { title: withoutMarkup(title) }),
    text: [...new Set(texts)].join('\n'),
  };
}
