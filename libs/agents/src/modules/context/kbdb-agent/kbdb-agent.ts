import type { KbdbAgentConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import { askBoxes } from '../../box-context';

/** Asks knowledge boxes with a search configuration that they have stored. */
export const kbdbAgent: ContextType<KbdbAgentConfig> = {
  name: 'kbdb_agent',
  title: 'Ask with a stored configuration',
  description: 'Asks knowledge boxes with a search configuration that they have stored.',
  run: (config, question, run) => {
    const { search_config: name, generate_inner_answer: answers } = config;
    const members = { ...(name && { search_configuration: name }), generate_answer: answers };
    return askBoxes(config, question, { run, members });
  },
};
