import type { AdvancedAskConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import { boxFunctionsOf } from '../../box-functions';
import { askBoxes, type QuestionMembers } from '../../box-context';

/** Asks knowledge boxes with any members of an ask. */
export const advancedAsk: ContextType<AdvancedAskConfig> = {
  name: 'advanced_ask',
  title: 'Ask with all options',
  description: 'Asks knowledge boxes with the options of an ask.',
  run: (config, question, run) => askBoxes(config, question, { run, members: advancedMembers(config) }),
  functions: (config) => boxFunctionsOf(config, advancedMembers(config)),
};

const MEMBERS = [
  'features',
  'top_k',
  'filter_expression',
  'rephrase',
  'rephrase_prompt',
  'reranker',
  'security',
  'prompt',
  'max_tokens',
  'show_hidden',
  'rag_strategies',
  'rag_images_strategies',
  'citations',
  'citation_threshold',
  'answer_json_schema',
  'generate_answer',
  'min_score',
  'extra_context',
  'extra_context_images',
  'query_image',
  'rank_fusion',
  'resource_filters',
  'vectorset',
  'search_configuration',
] as const satisfies readonly (keyof QuestionMembers & keyof AdvancedAskConfig)[];

/** Members of the ask that the module has; null means the default of the box. */
function advancedMembers(config: AdvancedAskConfig): QuestionMembers {
  return Object.fromEntries(
    MEMBERS.flatMap((name) => {
      const value = config[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}
