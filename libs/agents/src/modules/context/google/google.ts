import type { GoogleModuleConfig } from '@lectern/contracts/agents';
import { withRules } from '../../../engine/rules';
import { listAt, objectAt } from '../../provider-api/foreign-json';
import { callProvider } from '../../provider-api/provider-api';
import { tokensUsed } from '../web-search/tokens-used';
import { webSearch } from '../web-search/web-search';
import { geminiAccess } from './gemini-access';
import { groundedAnswer } from './grounded-answer';

const TIMEOUT_MS = 90_000;

/** Has Gemini answer with the search of Google. */
export const google = webSearch<GoogleModuleConfig>({
  name: 'google',
  title: 'Ask Google',
  description: 'Has Gemini answer with the search of Google, and names the pages that each sentence comes from.',
  provider: 'Google',
  search: async (config, query, run) => {
    const system = withRules('', run.facts.rules).trim();
    const body = {
      contents: [{ role: 'user', parts: [{ text: query }] }],
      tools: [{ google_search: {} }],
      ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    };
    const access = await geminiAccess(await run.sources.settings(config.source, 'google'), run);
    const url = new URL(`${access.models}/${encodeURIComponent(config.gen_model_id)}:generateContent`);
    const { headers, secrets } = access;
    const answer = await callProvider(
      { provider: 'Google', url, method: 'POST', headers, body, secrets, timeoutMs: TIMEOUT_MS },
      run,
    );
    const metadata = tokensUsed(objectAt(answer, 'usageMetadata'), ['promptTokenCount', 'candidatesTokenCount']);
    return { ...groundedAnswer(listAt(answer, 'candidates', 1)[0]), metadata };
  },
});
