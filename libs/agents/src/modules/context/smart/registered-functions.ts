import type { ContextMembers, SmartConfig } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { NobodyToAsk } from '../../../engine/asking-back';
import { unlessEnded } from '../../../engine/optional-work';
import type { FunctionResult, ModuleFunction, ModuleRun, Question } from '../../../engine/module-run';
import type { IdentifiedModule } from '../../../module/identified-module';

/** A context module that `smart` may use. */
export type RegisteredAgent = IdentifiedModule &
  ContextMembers & { readonly published_functions?: readonly string[] | null };

/** A function of a registered agent, under the name by which the model calls it. */
export interface RegisteredFunction {
  /** Unique among the functions of a `smart`. */
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  /** As in `ModuleFunction`. */
  readonly isForeign?: boolean;
  readonly agent: RegisteredAgent;
  readonly call: (given: Readonly<Record<string, unknown>>, run: ModuleRun) => Promise<FunctionResult>;
}

/** Place of registered agents in the path of their steps. */
export const AGENTS_PLACE = 'registered_agents';
const QUESTION_CHARS_MAX = 20_000;

/** The modules of a `smart`. */
export function agentsOf({ registered_agents: agents }: SmartConfig): readonly RegisteredAgent[] {
  // Nested modules are context modules, and got their ids when they were stored.
  return agents as unknown as readonly RegisteredAgent[];
}

/** What each agent is good for: as the configuration says, or else what its sources have. */
export async function describedAgents(
  config: SmartConfig,
  run: ModuleRun,
): Promise<ReadonlyMap<RegisteredAgent, string>> {
  const described = agentsOf(config).map(async (agent): Promise<readonly [RegisteredAgent, string]> => {
    const own = ofAgent(config.registered_agents_descriptions, agent);
    return [agent, own ?? (await describedBySources(agent, run))];
  });
  return new Map(await Promise.all(described));
}

/** The functions that the configuration exposes. Those of the same name are told apart by a number. */
export async function registeredFunctions(
  config: SmartConfig,
  question: Question,
  run: ModuleRun,
): Promise<readonly RegisteredFunction[]> {
  const descriptions = await describedAgents(config, run);
  const taken = new Map<string, number>();
  const all = await Promise.all(agentsOf(config).map(async (agent) => ({ agent, own: await functionsOf(agent, run) })));
  return all.flatMap(({ agent, own }) => {
    const exposed =
      ofAgent(config.registered_agents_exposed_functions, agent) ?? agent.published_functions ?? undefined;
    return own
      .filter(({ name }) => exposed === undefined || name === WHOLE || exposed.includes(name))
      .map(({ name, description, parameters, isForeign, run: work }): RegisteredFunction => {
        const times = (taken.get(name) ?? 0) + 1;
        taken.set(name, times);
        return {
          name: times === 1 ? name : `${name}_${times}`,
          description: [description, descriptions.get(agent)].filter(Boolean).join(' '),
          parameters,
          ...(isForeign && { isForeign }),
          agent,
          call: (given, inner) => work(given, question, inner),
        };
      });
  });
}

/** Ids are written in either case. */
function ofAgent<T>(byId: Readonly<Record<string, T>> | null | undefined, { id }: RegisteredAgent): T | undefined {
  return Object.entries(byId ?? {}).find(([key]) => key.toLowerCase() === id)?.[1];
}

const WHOLE = 'search_agent';

/** Those of its type; a module without any is searched as a whole. A source that does not answer has none. */
async function functionsOf(agent: RegisteredAgent, run: ModuleRun): Promise<readonly ModuleFunction[]> {
  const type = run.registry.type('context', agent.module);
  if (!type.functions) return [wholeModule(agent, type.description, run)];
  try {
    return await type.functions(agent, run);
  } catch (error) {
    if (error instanceof NobodyToAsk) throw error;
    return unlessEnded(error, run.signal) ?? [];
  }
}

function wholeModule(agent: RegisteredAgent, description: string, run: ModuleRun): ModuleFunction {
  const question = { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX };
  return {
    name: WHOLE,
    description,
    parameters: { type: 'object', properties: { question }, required: ['question'], additionalProperties: false },
    run: async (given, asked) => {
      const { contexts } = await run.search(agent, AGENTS_PLACE, { ...asked, text: String(given.question) });
      const items = contexts.flatMap(({ chunks, structured = [] }) => [
        ...chunks.map(({ text }) => text),
        ...structured,
      ]);
      return { items, contexts, isHandedOn: true };
    },
  };
}

/** A source that cannot be opened describes nothing; a call to it reports why. */
async function describedBySources(agent: RegisteredAgent, run: ModuleRun): Promise<string> {
  // Modules that ask knowledge boxes have sources.
  const { sources = [] } = agent as { readonly sources?: readonly string[] };
  const texts = await Promise.all(
    sources.map(async (source) => {
      try {
        return (await run.sources.box(source)).description;
      } catch (error) {
        if (error instanceof AppError) return '';
        throw error;
      }
    }),
  );
  return texts.filter((text) => text !== '').join(' ') || (agent.title === 'agent' ? '' : agent.title);
}
