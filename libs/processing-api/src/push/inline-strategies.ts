import type { Violation } from '@lectern/contracts/core';
import type {
  ExtractStrategy,
  PushConfiguration,
  PushedExtractStrategy,
  PushedSplitStrategy,
  PushedStrategyModel,
  PushPayload,
  SplitStrategy,
} from '@lectern/contracts/understanding';
import { type AvailableModels, type InlineStrategies, refusedModels } from '@lectern/understanding';

const splits = { NONE: 0, MANUAL: 1, LLM: 2 } as const;

/** The strategies contained in a push. */
export function inlineStrategies({ learning_config: config }: PushPayload): InlineStrategies {
  return {
    extract: mapOf(config?.extract_configs, extractStrategy),
    split: mapOf(config?.split_configs, splitStrategy),
    generativeModel: config?.generative_model || undefined,
  };
}

/** Faults of the models that these strategies name. */
export function refusedInline(payload: PushPayload, models: AvailableModels): readonly Violation[] {
  const { extract, split } = inlineStrategies(payload);
  const refused = (member: keyof PushConfiguration, strategies: ReadonlyMap<string, object>) =>
    [...strategies].flatMap(([id, config]) =>
      refusedModels(config, models).map((violation) => {
        const [root = 'body', ...inside] = violation.loc;
        // In pushes, the model is next to the rules rather than in `llm`.
        const own = inside.filter((name) => name !== 'llm');
        return { ...violation, loc: [root, 'learning_config', member, id, ...own] };
      }),
    );
  return [...refused('extract_configs', extract), ...refused('split_configs', split)];
}

function mapOf<T, R>(configs: Readonly<Record<string, T>> | null | undefined, convert: (config: T) => R) {
  return new Map(Object.entries(configs ?? {}).map(([id, config]) => [id, convert(config)]));
}

function extractStrategy(given: PushedExtractStrategy): ExtractStrategy {
  const { name, vllm_config: pages, ai_tables: tables, include_hidden } = given;
  const merging = { merge_pages: tables?.merge_pages, max_pages_to_merge: tables?.max_pages_to_merge };
  return {
    name,
    ...(include_hidden && { include_hidden }),
    ...(pages && { vllm_config: nested(pages) }),
    ...(tables && { ai_tables: { ...nested(tables), ...merging } }),
  };
}

function splitStrategy({ custom_split: kind, ...given }: PushedSplitStrategy): SplitStrategy {
  const { name, max_paragraph, llm_split: llm, manual_split: manual } = given;
  return {
    name,
    max_paragraph,
    custom_split: splits[kind ?? 'NONE'],
    ...(llm && { llm_split: nested(llm) }),
    ...(manual?.splitter && { manual_split: { splitter: manual.splitter } }),
  };
}

function nested({ rules, ...llm }: PushedStrategyModel) {
  const { generative_model, generative_provider } = llm;
  return { rules, llm: { generative_model, generative_provider } };
}
