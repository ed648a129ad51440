import type { UsedStrategies, UsedStrategy } from '@lectern/contracts/knowledge-box';
import type { ChosenStrategies } from './field-strategies';

/** What the strategies of a field ask of the splitter. */
export interface SplitOptions {
  /** Longest paragraph in characters; the default when absent or 0. */
  readonly paragraphCharsMax?: number;
  /** The text is cut at each occurrence of it. */
  readonly splitter?: string;
}

/** The split strategy says how long paragraphs are, or else the extract strategy. */
export function splitOptionsOf({ extract, split }: ChosenStrategies): SplitOptions {
  const paragraphCharsMax = split?.config.max_paragraph || extract?.config.split?.max_paragraph || undefined;
  const splitter = split?.config.custom_split === 1 ? split.config.manual_split?.splitter : undefined;
  return { ...(paragraphCharsMax && { paragraphCharsMax }), ...(splitter && { splitter }) };
}

/** What is noted of them in the field; undefined where it named none. */
export function usedStrategies({ extract, split }: ChosenStrategies): UsedStrategies | undefined {
  if (!extract && !split) return undefined;
  return { ...(extract && { extract: named(extract) }), ...(split && { split: named(split) }) };
}

function named({
  id,
  config,
}: {
  readonly id: string;
  readonly config: { readonly name?: string | null };
}): UsedStrategy {
  return { id, name: config.name ?? '' };
}
