import type { UsedStrategies, UsedStrategy } from '@lectern/contracts/knowledge-box';
import type { ChosenStrategies } from './field-strategies';
import type { ModelUse } from './model-calls';

/** Splitter options derived from the strategies of a field. */
export interface SplitOptions {
  /** Longest paragraph in characters; the default when absent or 0. */
  readonly paragraphCharsMax?: number;
  /** The text is split at each occurrence. */
  readonly splitter?: string;
}

/** The split strategy determines the length of paragraphs, or else the extract strategy. */
export function splitOptionsOf({ extract, split }: ChosenStrategies): SplitOptions {
  const paragraphCharsMax = split?.config.max_paragraph || extract?.config.split?.max_paragraph || undefined;
  const splitter = split?.config.custom_split === 1 ? split.config.manual_split?.splitter : undefined;
  return { ...(paragraphCharsMax && { paragraphCharsMax }), ...(splitter && { splitter }) };
}

/** Token usage of a field, by kind of strategy. */
export interface StrategyUses {
  readonly extract: readonly ModelUse[];
  readonly split: readonly ModelUse[];
}

/** Note on the strategies in the field; undefined if it named none. */
export function usedStrategies({ extract, split }: ChosenStrategies, uses: StrategyUses): UsedStrategies | undefined {
  if (!extract && !split) return undefined;
  return {
    ...(extract && { extract: { ...namedStrategy(extract), ...sumOf(uses.extract) } }),
    ...(split && { split: { ...namedStrategy(split), ...sumOf(uses.split) } }),
  };
}

function sumOf(uses: readonly ModelUse[]): Partial<ModelUse> {
  if (uses.length === 0) return {};
  const sum = (member: 'calls' | 'input_tokens' | 'output_tokens') => uses.reduce((all, use) => all + use[member], 0);
  const model = [...new Set(uses.map((use) => use.model))].join(', ');
  return { model, calls: sum('calls'), input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') };
}

function namedStrategy({
  id,
  config,
}: {
  readonly id: string;
  readonly config: { readonly name?: string | null };
}): UsedStrategy {
  return { id, name: config.name ?? '' };
}
