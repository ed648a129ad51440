import type { AskConfig } from '@lectern/contracts/agents';
import { isObject } from '@lectern/contracts/core';
import { FindRequest, type PreQuery } from '@lectern/contracts/search';
import { withRules } from '../../../engine/rules';
import type { ModuleRun } from '../../../engine/module-run';
import { filledPrompt } from '../../prompt';

const QUERY_CHARS_MAX = 20_000;
const KEYWORDS_MAX = 50;
const SYSTEM = 'You prepare a search. Reply with the requested JSON object.';
const schemas = {
  query: { type: 'string', description: 'Words to search for' },
  keywords: { type: 'array', items: { type: 'string' }, description: 'Keywords to search for' },
  shows_images: { type: 'boolean', description: 'Whether images help to answer the question' },
} as const;

/** What a language model makes of a question by the prompts of the module. */
export interface Prompted {
  /** Searches by words only. */
  readonly queries: readonly string[];
  /** Whether images are shown; absent without a prompt that decides it. */
  readonly showsImages?: boolean;
  /** That no model follows the prompts. */
  readonly reason?: string;
}

/**
 * Asks a model for what the prompts of the module say. Without a model that follows prompts, nothing is added.
 *
 * @throws AppError of the model
 */
export async function prompted(
  config: AskConfig,
  question: string,
  { models, facts }: Pick<ModuleRun, 'models' | 'facts'>,
): Promise<Prompted> {
  const { rephrase_lexical_custom_prompt: lexical, keywords_custom_prompt: keywords, vllm } = config;
  const visual = vllm ? config.visual_enable_prompt : undefined;
  if (!lexical && !keywords && !visual) return { queries: [] };
  const model = config.configuration_model ?? config.configuration_json_model;
  if (!(await models.followsPrompts(model)))
    return { queries: [], reason: 'The model follows no prompts: the question is searched as it is' };
  const ask = async (name: keyof typeof schemas, prompt: string | null | undefined): Promise<unknown> => {
    if (!prompt) return undefined;
    const parameters = { type: 'object', properties: { [name]: schemas[name] }, required: [name] };
    const request = {
      question: filledPrompt(prompt, facts.arguments).replaceAll('{question}', () => question),
      retrieval: false,
      system: withRules(SYSTEM, facts.rules),
      json_schema: { name: 'search', description: 'Part of a search', parameters },
    };
    const { object } = await models.answer(request, model);
    return isObject(object) ? object[name] : undefined;
  };
  const [query, words, images] = await Promise.all([
    ask('query', lexical),
    ask('keywords', keywords),
    ask('shows_images', visual),
  ]);
  const written = [query, Array.isArray(words) ? words.slice(0, KEYWORDS_MAX).map(String).join(' ') : undefined];
  return {
    queries: written.flatMap((one) => plainWords(one) || []),
    ...(typeof images === 'boolean' && { showsImages: images }),
  };
}

/** A search by words only. */
export function keywordQuery(query: string): PreQuery {
  const request = Object.assign(new FindRequest(), { query, features: ['keyword'] });
  return { request, weight: 1, prefilter: false };
}

/** Models may write anything; quotation marks and minus signs are operators of queries. */
function plainWords(value: unknown): string {
  if (typeof value !== 'string') return '';
  const plain = value.replaceAll('"', ' ').replace(/(^|\s)-+/g, '$1');
  return plain.trim().slice(0, QUERY_CHARS_MAX);
}
