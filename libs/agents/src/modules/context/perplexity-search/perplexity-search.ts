import type { PerplexitySearchModuleConfig } from '@lectern/contracts/agents';
import { listAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';
import { webResults } from '../web-search/web-results';
import { webSearch } from '../web-search/web-search';

const API = 'https://api.perplexity.ai/search';

/** Searches the web with Perplexity. */
export const perplexitySearch = webSearch<PerplexitySearchModuleConfig>({
  name: 'perplexity_search',
  title: 'Search the web with Perplexity',
  description: 'Finds pages of the web with Perplexity, and their texts.',
  provider: 'Perplexity',
  search: async (config, query, run) => {
    const { source, domain, search_context_size, max_results, max_tokens_per_page } = config;
    const { key } = await run.sources.settings(source, 'perplexity');
    const answer = await callProvider(
      {
        provider: 'Perplexity',
        url: new URL(API),
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: {
          query,
          max_results,
          max_tokens_per_page,
          search_context_size,
          ...(domain.length > 0 && { search_domain_filter: domain }),
        },
        secrets: [key],
      },
      run,
    );
    return { results: webResults(listAt(answer, 'results', max_results), { text: 'snippet', date: 'date' }) };
  },
});
