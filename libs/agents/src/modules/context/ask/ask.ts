import type { AskConfig } from '@lectern/contracts/agents';
import { FindRequest, GraphStrategy, type PreQuery, type RagStrategy } from '@lectern/contracts/search';
import type { ContextType, ModuleRun, Question } from '../../../engine/module-run';
import { boxFunctionsOf } from '../../box-functions';
import { askBoxes, type QuestionMembers } from '../../box-context';
import { readParameters } from './read-parameters';

/** Asks knowledge boxes, with what surrounds the paragraphs that are found. */
export const ask: ContextType<AskConfig> = {
  name: 'ask',
  title: 'Ask with what surrounds it',
  description: 'Finds paragraphs of knowledge boxes with their neighbours, further searches and filters.',
  run: async (config, question, run) => {
    const members = askMembers(config);
    if (config.fast_answer || !config.ai_parameter_search) {
      const found = await askBoxes(config, question, { run, members });
      if (found.contexts.length > 0 || !config.ai_parameter_search) return found;
    }
    return withParameters(config, question, { run, members });
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

/** Members of the ask that the options mean. */
export function askMembers(config: AskConfig): QuestionMembers {
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
    rag_strategies: strategiesOf(config),
    ...(config.filters.length > 0 && { filters: config.filters }),
    ...(groups.length > 0 && { security: { groups } }),
    ...(prompt && { rephrase: true, rephrase_prompt: prompt }),
    ...(config.vllm && { rag_images_strategies: [{ name: 'paragraph_image' }, { name: 'tables' }] }),
    ...(graph.length > 0 && { features: ['keyword', 'semantic', 'graph'], graph_query: { or: graph } }),
  };
}

function strategiesOf(config: AskConfig): RagStrategy[] {
  const { before, after, full_resource: isWhole, extra_fields: fields, pre_queries: queries } = config;
  const strategies: RagStrategy[] = [];
  if (isWhole) strategies.push({ name: 'full_resource', include_remaining_text_blocks: false });
  else if (before + after > 0) strategies.push({ name: 'neighbouring_paragraphs', before, after });
  if (fields.length > 0 && !isWhole)
    strategies.push({ name: 'field_extension', fields, data_augmentation_field_prefixes: [] });
  if (queries.length > 0)
    strategies.push({ name: 'prequeries', queries: queries.map(preQueryOf), main_query_weight: 1 });
  if (config.retrieve_related) strategies.push(Object.assign(new GraphStrategy(), { name: 'graph_beta' as const }));
  return strategies;
}

function preQueryOf(query: string | PreQuery): PreQuery {
  if (typeof query !== 'string') return query;
  return { request: Object.assign(new FindRequest(), { query }), weight: 1, prefilter: false };
}
