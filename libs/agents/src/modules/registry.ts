import type { AgentModule, ModuleKind } from '@lectern/contracts/agents';
import type { ContextType, GenerationType, PostprocessType, PreprocessType } from '../engine/module-run';
import { basicAsk } from './context/basic-ask/basic-ask';
import { generate } from './generation/generate/generate';
import { passthrough } from './generation/passthrough/passthrough';
import { summarize } from './generation/summarize/summarize';
import { external } from './postprocess/external/external';
import { related } from './postprocess/related/related';
import { remi } from './postprocess/remi/remi';
import { restart } from './postprocess/restart/restart';
import { historical } from './preprocess/historical/historical';
import { rephrase } from './preprocess/rephrase/rephrase';

/** Any type of module of each kind. Configurations were checked against the class that belongs to the name. */
export interface ModuleTypes {
  readonly preprocess: PreprocessType<AgentModule>;
  readonly context: ContextType<AgentModule>;
  readonly generation: GenerationType<AgentModule>;
  readonly postprocess: PostprocessType<AgentModule>;
}

/** Every module by kind. Each gets a configuration of its own class only, since both are looked up by one name. */
const types = {
  preprocess: [historical, rephrase],
  context: [basicAsk],
  generation: [generate, passthrough, summarize],
  postprocess: [external, related, remi, restart],
} as unknown as { readonly [K in ModuleKind]: readonly ModuleTypes[K][] };

/** The module of a name. */
export function moduleType<K extends ModuleKind>(kind: K, name: string): ModuleTypes[K] {
  const found = types[kind].find((type) => type.name === name);
  if (!found) throw new Error(`There is no ${kind} module ${name}`);
  return found;
}

/** All modules of a kind. */
export function moduleTypes<K extends ModuleKind>(kind: K): readonly ModuleTypes[K][] {
  return types[kind];
}
