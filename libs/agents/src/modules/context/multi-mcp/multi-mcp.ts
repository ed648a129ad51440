import type { McpModuleConfig, MultiMcpConfig } from '@lectern/contracts/agents';
import type { ContextType, ModuleRun } from '../../../engine/module-run';
import { unlessEnded } from '../../../engine/optional-work';
import { searchedWith } from '../mcp/mcp';
import { type McpFunction, mcpFunctions, mcpSource, named } from '../mcp/mcp-functions';

/** A model calls tools of several MCP servers. Servers that do not answer are left out, unless none does. */
export const multiMcp: ContextType<MultiMcpConfig> = {
  name: 'multi_mcp',
  title: 'Call tools of several MCP servers',
  description: 'Calls tools of several MCP servers that the question needs, and answers from what they return.',
  run: async (config, question, run) => {
    const { functions, failures } = await functionsOfAll(config, run);
    const [failure] = failures;
    if (functions.length === 0 && failure) throw failure;
    const found = await searchedWith(config, question, { functions, run });
    const left = failures.map(({ message }) => message);
    return left.length === 0 ? found : { ...found, reason: [found.reason, ...left].filter(Boolean).join('. ') };
  },
  functions: async (config, run) => (await functionsOfAll(config, run)).functions,
};

async function functionsOfAll({ configs, interaction, feedback_timeout: timeout }: MultiMcpConfig, run: ModuleRun) {
  const failures: Error[] = [];
  const all = await Promise.all(
    configs.map(async (one): Promise<readonly McpFunction[]> => {
      // Checked against this class.
      const own = one as McpModuleConfig;
      const config = { ...own, interaction: interaction || own.interaction, feedback_timeout: timeout };
      try {
        return await mcpFunctions(config, await mcpSource(config, run), run);
      } catch (error) {
        unlessEnded(error, run.signal);
        if (error instanceof Error) failures.push(error);
        return [];
      }
    }),
  );
  return { functions: named(all.flat()), failures };
}
