import { randomUUID } from 'node:crypto';
import {
  type AgenticConfig,
  type AgenticPlace,
  BasicAskConfig,
  type BoxPartSource,
  boxFunctions,
  EPHEMERAL_SESSION,
  type InteractionRequest,
  RephraseConfig,
  SmartConfig,
  SummarizeConfig,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { WorkflowPlan } from '../engine/workflow-plan';
import type { IdentifiedModule } from '../module/identified-module';
import { boxPart, boxParts, sourceDrivers, sourceModule, type SourcesById } from './agentic-source-drivers';

/** Functions that search; the others list documents, which conditions on fields cannot narrow. */
const searching = ['ask_agent', 'ask_labels', 'ask_labels_list', 'facets_search', 'search_images'];

/** A configuration of a knowledge box with the sources of the box. */
export interface AgenticSetting {
  readonly place: AgenticPlace;
  readonly account: string;
  readonly config: AgenticConfig;
  /** All of them, by id. */
  readonly sources: SourcesById;
}

/**
 * @throws AppError `not_found` for a source that the configuration names and the box lacks, `invalid_request` for
 *   synonyms of a source that has none
 */
export function checkSources({ config, sources }: Pick<AgenticSetting, 'config' | 'sources'>): void {
  const { rephrase, smart_agent: smart } = config;
  const named = [...(rephrase.ask_to ? [rephrase.ask_to] : []), ...smart.sources];
  const missing = named.find((id) => !Object.hasOwn(sources, id));
  if (missing !== undefined)
    throw new AppError('not_found', `The configuration names the source ${missing}, which the knowledge box lacks`);
  const asked = rephrase.ask_to ? sources[rephrase.ask_to] : undefined;
  if (asked && !boxPart(asked))
    throw new AppError('invalid_request', `The source ${rephrase.ask_to} has no synonyms: it is no part of the box`);
}

/**
 * The question of a knowledge box as a workflow: rephrase, smart, summarize.
 *
 * @throws AppError `not_found` as `checkSources`
 */
export function agenticPlan(id: string, setting: AgenticSetting, request: InteractionRequest): WorkflowPlan {
  checkSources(setting);
  const { place, account, config, sources } = setting;
  const { kbid, searchConfiguration } = place;
  const { question, headers, arguments: values, streaming, chat_history: history } = request;
  const named = config.smart_agent.sources;
  const searched: SourcesById = named.length === 0 ? { [kbid]: whole } : sources;
  return {
    drivers: sourceDrivers(sources),
    facts: {
      agent: { id: kbid, account, slug: '', title: config.title, description: '', hasMemory: true },
      box: {
        parts: boxParts({ ...sources, ...searched }),
        ...(searchConfiguration !== undefined && { searchConfiguration }),
      },
      workflow: place.config,
      session: EPHEMERAL_SESSION,
      asked: { id, text: question },
      arguments: values,
      // No module of it shows more to owners.
      isOwner: false,
      headers,
      history: history ?? [],
      rules: [],
      streaming,
    },
    modules: {
      preprocess: [rephraseModule(config.rephrase)],
      context: [smartModule(config.smart_agent, named.length === 0 ? [kbid] : named, searched)],
      generation: [summarizeModule(config.summarize)],
      postprocess: [],
    },
  };
}

/** All of the box. */
const whole: BoxPartSource = { type: 'kbdb', description: '', labels: [], resource_filters: [] };

function rephraseModule({ ask_to: kb, prompt, model, history }: AgenticConfig['rephrase']): IdentifiedModule {
  const asked = { kb: kb ?? null, synonyms: Boolean(kb), ...(prompt && { rules: [prompt] }) };
  return moduleOf(new RephraseConfig(), { module: 'rephrase', title: 'Rephrase', model, history, ...asked });
}

function smartModule(
  { mode, extra_prompt, models, history }: AgenticConfig['smart_agent'],
  ids: readonly string[],
  sources: SourcesById,
): IdentifiedModule {
  const { context_validation: validation = null, planner = null, executor = null } = models ?? {};
  const registered = ids.map((source) => {
    const named = sources[source];
    const outside = named && sourceModule(source, named);
    if (outside) return moduleOf(outside, { context_validation_model: validation });
    const searched = named && boxPart(named)?.filter_expression ? searching : [...boxFunctions];
    const asks = { module: 'basic_ask', title: source, sources: [source], published_functions: searched };
    return moduleOf(new BasicAskConfig(), { ...asks, context_validation_model: validation });
  });
  const described = registered.map(({ id }, at) => [id, sources[ids[at] ?? '']?.description ?? ''] as const);
  return moduleOf(new SmartConfig(), {
    module: 'smart',
    title: 'Search',
    planning_mode: mode,
    extra_prompt: extra_prompt ?? null,
    history,
    context_validation_model: validation,
    planner_model: planner,
    executor_model: executor,
    registered_agents: registered,
    registered_agents_descriptions: Object.fromEntries(described.filter(([, text]) => text !== '')),
  });
}

function summarizeModule(summary: AgenticConfig['summarize']): IdentifiedModule {
  const { user_prompt: prompt, system_prompt, conversational, model, history } = summary;
  const asked = { prompt: prompt ?? null, system_prompt: system_prompt ?? null, conversational, model, history };
  return moduleOf(new SummarizeConfig(), { module: 'summarize', title: 'Answer', ...asked });
}

/** A module with its defaults, as a stored one has them. */
function moduleOf(defaults: object, members: object): IdentifiedModule {
  // Members are those of the class.
  return { ...defaults, ...members, id: randomUUID() } as IdentifiedModule;
}
