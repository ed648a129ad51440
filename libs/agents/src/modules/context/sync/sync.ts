import type { SyncModuleConfig } from '@lectern/contracts/agents';
import type { ContextType } from '../../../engine/module-run';
import { askBoxes } from '../../box-context';
import { boxFunctionsOf } from '../../box-functions';

/** Asks what connections brought into knowledge boxes: its drivers say which. */
export const sync: ContextType<SyncModuleConfig> = {
  name: 'sync',
  title: 'Ask connected sources',
  description: 'Finds paragraphs of what connections brought into knowledge boxes.',
  run: (config, question, run) => askBoxes(config, question, { run }),
  functions: (config) => boxFunctionsOf(config),
};
