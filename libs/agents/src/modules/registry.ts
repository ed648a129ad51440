import type { ModuleKind } from '@lectern/contracts/agents';
import type { ModuleRegistry, ModuleTypes } from '../engine/module-run';
import { advancedAsk } from './context/advanced-ask/advanced-ask';
import { ask } from './context/ask/ask';
import { basicAsk } from './context/basic-ask/basic-ask';
import { contextConditional } from './context/context-conditional/context-conditional';
import { kbdbAgent } from './context/kbdb-agent/kbdb-agent';
import { staticString } from './context/static-string/static-string';
import { summarize } from './generation/summarize/summarize';
import { remi } from './postprocess/remi/remi';
import { rephrase } from './preprocess/rephrase/rephrase';

/** Every module by kind. Each gets a configuration of its own class only, since both are looked up by one name. */
const types = {
  preprocess: [rephrase],
  context: [advancedAsk, ask, basicAsk, contextConditional, kbdbAgent, staticString],
  generation: [summarize],
  postprocess: [remi],
} as unknown as { readonly [K in ModuleKind]: readonly ModuleTypes[K][] };

/** All modules. */
export const moduleRegistry: ModuleRegistry = {
  type: (kind, name) => {
    const found = types[kind].find((type) => type.name === name);
    if (!found) throw new Error(`There is no ${kind} module ${name}`);
    return found;
  },
};
