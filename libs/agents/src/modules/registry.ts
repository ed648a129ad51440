import type { ModuleKind } from '@lectern/contracts/agents';
import type { ModuleRegistry, ModuleTypes } from '../engine/module-run';
import { a2a } from './context/a2a/a2a';
import { advancedAsk } from './context/advanced-ask/advanced-ask';
import { ask } from './context/ask/ask';
import { basicAsk } from './context/basic-ask/basic-ask';
import { brave } from './context/brave/brave';
import { contextConditional } from './context/context-conditional/context-conditional';
import { cypher } from './context/cypher/cypher';
import { google } from './context/google/google';
import { http } from './context/http/http';
import { kbdbAgent } from './context/kbdb-agent/kbdb-agent';
import { mcp } from './context/mcp/mcp';
import { multiMcp } from './context/multi-mcp/multi-mcp';
import { perplexity } from './context/perplexity/perplexity';
import { perplexitySearch } from './context/perplexity-search/perplexity-search';
import { restricted } from './context/restricted/restricted';
import { smart } from './context/smart/smart';
import { sparql } from './context/sparql/sparql';
import { sql } from './context/sql/sql';
import { sync } from './context/sync/sync';
import { staticString } from './context/static-string/static-string';
import { tavily } from './context/tavily/tavily';
import { dataViz } from './generation/data-viz/data-viz';
import { generationConditional } from './generation/generation-conditional/generation-conditional';
import { generate } from './generation/generate/generate';
import { passthrough } from './generation/passthrough/passthrough';
import { summarize } from './generation/summarize/summarize';
import { external } from './postprocess/external/external';
import { postprocessAlinia } from './postprocess/postprocess-alinia/postprocess-alinia';
import { postConditional } from './postprocess/post-conditional/post-conditional';
import { related } from './postprocess/related/related';
import { remi } from './postprocess/remi/remi';
import { restart } from './postprocess/restart/restart';
import { historical } from './preprocess/historical/historical';
import { preConditional } from './preprocess/pre-conditional/pre-conditional';
import { preprocessAlinia } from './preprocess/preprocess-alinia/preprocess-alinia';
import { rephrase } from './preprocess/rephrase/rephrase';

/** Every module by kind. Each gets a configuration of its own class only, since both are looked up by one name. */
const types = {
  preprocess: [historical, preConditional, preprocessAlinia, rephrase],
  context: [
    a2a,
    advancedAsk,
    ask,
    basicAsk,
    brave,
    contextConditional,
    cypher,
    google,
    http,
    kbdbAgent,
    mcp,
    multiMcp,
    perplexity,
    perplexitySearch,
    restricted,
    smart,
    sparql,
    sql,
    sync,
    staticString,
    tavily,
  ],
  generation: [dataViz, generate, generationConditional, passthrough, summarize],
  postprocess: [external, postConditional, postprocessAlinia, related, remi, restart],
} as unknown as { readonly [K in ModuleKind]: readonly ModuleTypes[K][] };

/** All modules of a kind. */
export function moduleTypes<K extends ModuleKind>(kind: K): readonly ModuleTypes[K][] {
  return types[kind];
}

/** All modules. */
export const moduleRegistry: ModuleRegistry = {
  type: (kind, name) => {
    const found = types[kind].find((type) => type.name === name);
    if (!found) throw new Error(`There is no ${kind} module ${name}`);
    return found;
  },
};
