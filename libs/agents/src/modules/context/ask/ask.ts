import type { AskConfig } from '@lectern/contracts/agents';
import { FindRequest, GraphStrategy, type PreQuery, type RagStrategy } from '@lectern/contracts/search';
import type { ContextType, ModuleRun, Question } from '../../../engine/module-run';
import { boxFunctionsOf } from '../../box-functions';
import { askBoxes, type QuestionMembers } from '../../box-context';
import { keywordQuery, type Prompted, prompted } from './prompted-members';
import { readParameters } from './read-parameters';

const NOTHING_PROMPTED: Prompted = { queries: [] };

/** Asks knowledge boxes, with what surrounds the paragraphs that are found. */
export const ask: ContextType<AskConfig> = {
  name: 'ask',
  title: 'Ask with what surrounds it',
  description: 'Finds paragraphs of knowledge boxes with their neighbours, further searches and filters.',
  run: async (config, question, run) => {
    const made = await prompted(config, question.text, run);
    const members = askMembers(config, made);
    const reason = made.reason && { reason: made.reason };
    if (config.fast_answer || !config.ai_parameter_search) {
      const found = await askBoxes(config, question, { run, members });
      if (found.contexts.length > 0 || !config.ai_parameter_search) return { ...found, ...reason };
    }
    return { ...reason, ...(await withParameters(config, question, { run, members })) };
  },
  functions: (config) => boxFunctionsOf(config, askMembers(config)),
};

/** As `readParameters` reads the question; as it is without a language model. */
async function withParameters(
  config: AskConfig,
  question: Question,
  { run, members }: { readonly run: ModuleRun; readonly members: QuestionMembers },
) {
  const read = await readParameters(config, question.text, run);
  if (!read && config.fast_answer) return { contexts: [], value: 'Nothing was found' };
  const { query, ...dates } = read ?? {};
  const asked = { ...question, text: query ?? question.text };
  const found = await askBoxes(config, asked, { run, members: { ...members, ...dates } });
  return { ...found, ...(read && { reason: `Searched for ${JSON.stringify(read)}` }) };
}

/** Members of the ask that the options mean. @param made by a model, by the prompts of the module */
export function askMembers(config: AskConfig, made = NOTHING_PROMPTED): QuestionMembers {
  const { security_groups: groups, rephrase_semantic_custom_prompt: prompt, query_entities: entities } = config;
  const graph = entities.map(({ name, type, subtype }) => ({
    prop: 'node',
    value: name,
    match: 'exact',
    ...(type && { type }),
    ...(subtype && { group: subtype }),
  }));
  return {
    top_k: config.top_k,
    rag_strategies: strategiesOf(config, made),
    ...(config.filters.length > 0 && { filters: config.filters }),
    ...(groups.length > 0 && { security: { groups } }),
    ...(prompt && { rephrase: true, rephrase_prompt: prompt }),
    ...(config.vllm &&
      made.showsImages !== false && { rag_images_strategies: [{ name: 'paragraph_image' }, { name: 'tables' }] }),
    ...features(config, made, graph.length > 0),
    ...(graph.length > 0 && { graph_query: { or: graph } }),
  };
}

/** Where the search by words has a query of its own, the question is searched by meaning only. */
function features(
  { rephrase_lexical_custom_prompt: lexical }: AskConfig,
  { queries }: Prompted,
  hasGraph: boolean,
): Pick<QuestionMembers, 'features'> {
  const hasWords = !lexical || queries.length === 0;
  if (hasWords && !hasGraph) return {};
  return { features: [...(hasWords ? ['keyword' as const] : []), 'semantic', ...(hasGraph ? ['graph' as const] : [])] };
}

function strategiesOf(config: AskConfig, made: Prompted): RagStrategy[] {
  const { before, after, full_resource: isWhole, extra_fields: fields, pre_queries: queries } = config;
  const strategies: RagStrategy[] = [];
  if (isWhole) strategies.push({ name: 'full_resource', include_remaining_text_blocks: false });
  else if (before + after > 0) strategies.push({ name: 'neighbouring_paragraphs', before, after });
  if (fields.length > 0 && !isWhole)
    strategies.push({ name: 'field_extension', fields, data_augmentation_field_prefixes: [] });
  const further = [...made.queries.map(keywordQuery), ...queries.map(preQueryOf)];
  if (further.length > 0) strategies.push({ name: 'prequeries', queries: further, main_query_weight: 1 });
  if (config.retrieve_related) strategies.push(Object.assign(new GraphStrategy(), { name: 'graph_beta' as const }));
  return strategies;
}

function preQueryOf(query: string | PreQuery): PreQuery {
  if (typeof query !== 'string') return query;
  return { request: Object.assign(new FindRequest(), { query }), weight: 1, prefilter: false };
}
