import type { BasicAskConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import { boxFunctionsOf } from '../../box-functions';
import { askBoxes } from '../../box-context';

/** Asks knowledge boxes, all at once. */
export const basicAsk: ContextType<BasicAskConfig> = {
  name: 'basic_ask',
  title: 'Ask knowledge boxes',
  description: 'Finds paragraphs of knowledge boxes, and what they answer.',
  run: (config, question, run) => askBoxes(config, question, { run }),
  functions: (config) => boxFunctionsOf(config),
};
