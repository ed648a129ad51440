import type { TavilyModuleConfig } from '@lectern/contracts/agents';
import { listAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';
import { webResults } from '../web-search/web-results';
import { webSearch } from '../web-search/web-search';

const API = 'https://api.tavily.com/search';
const RESULTS = 10;

/** Searches the web with Tavily. */
export const tavily = webSearch<TavilyModuleConfig>({
  name: 'tavily',
  title: 'Search the web with Tavily',
  description: 'Finds pages of the web with Tavily, and their texts as far as they matter for the question.',
  provider: 'Tavily',
  queryMax: { chars: 400 },
  search: async ({ source }, query, run) => {
    const { key } = await run.sources.settings(source, 'tavily');
    const answer = await callProvider(
      {
        provider: 'Tavily',
        url: new URL(API),
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: { query, max_results: RESULTS },
        secrets: [key],
      },
      run,
    );
    return { results: webResults(listAt(answer, 'results', RESULTS), { text: 'content', date: 'published_date' }) };
  },
});
