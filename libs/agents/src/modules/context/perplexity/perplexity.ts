import type { PerplexityModuleConfig } from '@lectern/contracts/agents';
import { withRules } from '../../../engine/rules';
import { cutTextAt, listAt, objectAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';
import { filledPrompt } from '../../prompt';
import { webAddresses, webResults } from '../web-search/web-results';
import { webSearch } from '../web-search/web-search';
import { tokensUsed } from '../web-search/tokens-used';

const API = 'https://api.perplexity.ai/chat/completions';
const MODEL = 'sonar';
const RESULTS_MAX = 50;
const QUESTIONS_MAX = 20;
const ANSWER_CHARS_MAX = 100_000;
const TIMEOUT_MS = 90_000;

/** Has Perplexity answer from the web. */
export const perplexity = webSearch<PerplexityModuleConfig>({
  name: 'perplexity',
  title: 'Ask Perplexity',
  description: 'Has Perplexity answer from the web, and names the pages that the answer comes from.',
  provider: 'Perplexity',
  search: async (config, query, run) => {
    const { source, domain, search_context_size, related_questions, images, prompt, top_k } = config;
    const { key } = await run.sources.settings(source, 'perplexity');
    const { rules, arguments: values } = run.facts;
    const system = withRules(filledPrompt(prompt ?? '', values), rules).trim();
    const answer = await callProvider(
      {
        provider: 'Perplexity',
        url: new URL(API),
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: {
          model: MODEL,
          messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), { role: 'user', content: query }],
          web_search_options: { search_context_size },
          ...(domain.length > 0 && { search_domain_filter: domain }),
          return_related_questions: related_questions === true,
          return_images: images === true,
        },
        secrets: [key],
        timeoutMs: TIMEOUT_MS,
      },
      run,
    );
    const text = cutTextAt(objectAt(listAt(answer, 'choices', 1)[0], 'message'), 'content', ANSWER_CHARS_MAX);
    const pages = webResults(listAt(answer, 'search_results', RESULTS_MAX), { text: 'snippet', date: 'date' });
    const cited = webAddresses([...listAt(answer, 'citations', RESULTS_MAX), ...pages.map(({ url }) => url)]);
    const asked = listAt(answer, 'related_questions', QUESTIONS_MAX).filter((one) => typeof one === 'string');
    return {
      results: top_k ? pages.slice(0, top_k) : pages,
      ...(text !== undefined && { answer: { text, urls: cited } }),
      images: webAddresses(listAt(answer, 'images', RESULTS_MAX).map((image) => objectAt(image)['image_url'])),
      metadata: {
        ...tokensUsed(objectAt(answer, 'usage'), ['prompt_tokens', 'completion_tokens']),
        ...questionsOf(asked),
      },
    };
  },
});

function questionsOf(questions: readonly string[]): Readonly<Record<string, unknown>> {
  return questions.length > 0 ? { related_questions: questions.map((one) => one.slice(0, 1_000)) } : {};
}
