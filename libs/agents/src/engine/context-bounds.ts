import type { FoundContext } from './module-run';

/** Characters of one context: of its texts and its data. */
export const CONTEXT_CHARS_MAX = 1_000_000;
/** Of all contexts of one run together. */
export const CONTEXTS_CHARS_MAX = 10_000_000;

/** A context within bounds, and its characters. */
export interface BoundedContext {
  readonly context: FoundContext;
  readonly chars: number;
}

/**
 * The beginning of a context that fits: its best texts, then its data. A first text that is too long is cut.
 *
 * @param charsMax by default that of one context
 */
export function boundedContext(found: FoundContext, charsMax = CONTEXT_CHARS_MAX): BoundedContext {
  let left = charsMax;
  const fits = (chars: number) => (left -= chars) >= 0;
  const [first, ...others] = found.chunks;
  const shown = first && { ...first, text: first.text.slice(0, charsMax) };
  const chunks = shown && fits(shown.text.length) ? [shown, ...others.filter(({ text }) => fits(text.length))] : [];
  const isWhole =
    chunks.length === found.chunks.length && chunks.every(({ text }, at) => text === found.chunks[at]?.text);
  const structured = found.structured?.filter((text) => fits(text.length));
  const objects = found.json_objects?.filter((object) => fits((JSON.stringify(object) ?? '').length));
  const summary = found.summary && !fits(found.summary.length) ? null : found.summary;
  const context = {
    ...found,
    ...(!isWhole && { chunks }),
    ...(structured && { structured }),
    ...(objects && { json_objects: objects }),
    ...(summary !== undefined && { summary }),
    ...(found.answer?.chunks && !isWhole && { answer: { ...found.answer, chunks } }),
  };
  return { context, chars: charsMax - Math.max(0, left) };
}
