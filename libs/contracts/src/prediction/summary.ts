/** Resources of one request. */
export const SUMMARIZED_RESOURCES_MAX = 100;

/** Lengths of summaries. */
export const summaryKinds = ['simple', 'extended'] as const;
/** A few sentences (`simple`), or several paragraphs (`extended`). */
export type SummaryKind = (typeof summaryKinds)[number];

/** A prompt that sums up must say where the text goes; an empty one counts as none. */
export function textPlaceholder(prompt: unknown): string | undefined {
  return typeof prompt !== 'string' || prompt === '' || prompt.includes('{text}')
    ? undefined
    : 'The prompt must contain the {text} placeholder';
}
