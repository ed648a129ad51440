import type { EntityMention } from '@lectern/contracts/knowledge-box';
import { CodePointMap } from '@lectern/text';

/** Tokens of a text with their labels. */
export interface TaggedTokens {
  readonly tokens: readonly string[];
  /** `B-TYPE` for the first token of a name, `I-TYPE` for those after it, `O` for all others. */
  readonly labels: readonly string[];
}

/**
 * Splits a paragraph at white space and labels the tokens that belong to entity names.
 *
 * @param paragraph `start` is its first code point in the text of the field
 * @param entities with positions in the text of the field
 */
export function taggedTokens(
  { start, text }: { readonly start: number; readonly text: string },
  entities: readonly EntityMention[],
): TaggedTokens {
  const map = new CodePointMap(text);
  const mentions = entities
    .flatMap(({ label, positions }) => positions.map((position) => ({ ...position, label })))
    .filter((position) => position.end > start && position.start < start + text.length)
    .sort((a, b) => a.start - b.start);
  const tokens = [...text.matchAll(/\S+/g)].map(({ 0: token, index }) => {
    const from = start + map.toCodePoint(index);
    return { token, from, to: start + map.toCodePoint(index + token.length) };
  });
  const begun = new Set<object>();
  let next = 0;
  const labels = tokens.map(({ from, to }) => {
    while (next < mentions.length && (mentions[next]?.end ?? 0) <= from) next += 1;
    const mention = mentions[next];
    if (!mention || mention.start >= to) return 'O';
    const prefix = begun.has(mention) ? 'I' : 'B';
    begun.add(mention);
    return `${prefix}-${mention.label}`;
  });
  return { tokens: tokens.map(({ token }) => token), labels };
}
