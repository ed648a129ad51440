import type { GoogleModuleConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { withRules } from '../../../engine/rules';
import { listAt, objectAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';
import { tokensUsed } from '../web-search/tokens-used';
import { webSearch } from '../web-search/web-search';
import { type GeminiAccess, geminiAccess } from './gemini-access';
import { groundedAnswer } from './grounded-answer';
import { pastInterval } from './past-interval';

const TIMEOUT_MS = 90_000;

/** Has Gemini answer with the search of Google. */
export const google = webSearch<GoogleModuleConfig>({
  name: 'google',
  title: 'Ask Google',
  description: 'Has Gemini answer with the search of Google, and names the pages that each sentence comes from.',
  provider: 'Google',
  search: async (config, query, run) => {
    // Modules that were stored before there was this member have none.
    const { source, gen_model_id: model, exclude_domains: excluded = [] } = config;
    const access = await geminiAccess(await run.sources.settings(source, 'google'), run);
    const asked = [...run.facts.rules, ...(excluded.length > 0 ? [`Use no pages of ${excluded.join(', ')}.`] : [])];
    const system = withRules('', asked).trim();
    const body = {
      contents: [{ role: 'user', parts: [{ text: query }] }],
      tools: [{ google_search: searchOptions(config, access) }],
      ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    };
    const url = new URL(`${access.models}/${encodeURIComponent(model)}:generateContent`);
    const { headers, secrets } = access;
    const answer = await callProvider(
      { provider: 'Google', url, method: 'POST', headers, body, secrets, timeoutMs: TIMEOUT_MS },
      run,
    );
    const { leftOut, ...found } = groundedAnswer(listAt(answer, 'candidates', 1)[0], excluded);
    const metadata = {
      ...tokensUsed(objectAt(answer, 'usageMetadata'), ['promptTokenCount', 'candidatesTokenCount']),
      ...(leftOut > 0 && { pages_left_out: leftOut }),
    };
    return { ...found, metadata };
  },
});

/**
 * What each of the two APIs offers: Gemini takes times, Vertex AI domains. Domains are checked in answers of both.
 *
 * @throws AppError `invalid_request` for a time range on Vertex AI
 */
function searchOptions(
  { time_range: range, exclude_domains: excluded = [] }: GoogleModuleConfig,
  { isVertex }: GeminiAccess,
): object {
  if (range && isVertex)
    throw new AppError(
      'invalid_request',
      'Vertex AI cannot restrict a search by time: leave time_range out, or use a driver with an api_key of Gemini',
    );
  return {
    ...(range && { timeRangeFilter: pastInterval(range, new Date()) }),
    ...(isVertex && excluded.length > 0 && { excludeDomains: excluded }),
  };
}
