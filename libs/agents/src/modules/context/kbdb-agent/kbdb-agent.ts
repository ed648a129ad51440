import type { KbdbAgentConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import { boxFunctionsOf } from '../../box-functions';
import { askBoxes, type QuestionMembers } from '../../box-context';

/** Asks knowledge boxes with a search configuration that they have stored. */
export const kbdbAgent: ContextType<KbdbAgentConfig> = {
  name: 'kbdb_agent',
  title: 'Ask with a stored configuration',
  description: 'Asks knowledge boxes with a search configuration that they have stored.',
  run: (config, question, run) => askBoxes(config, question, { run, members: storedMembers(config) }),
  functions: (config) => boxFunctionsOf(config, storedMembers(config)),
};

function storedMembers({ search_config: name, generate_inner_answer: answers }: KbdbAgentConfig): QuestionMembers {
  return { ...(name && { search_configuration: name }), generate_answer: answers };
}
