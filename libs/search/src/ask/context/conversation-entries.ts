import type { AugmentedMessage } from '@lectern/contracts/search';
import { codePointLength } from '@lectern/text';
import { type ContextEntry, wholePosition, withEntries } from './context-entry';

/** Position of a retrieved message. */
export interface FoundMessage {
  /** `{rid}/c/{field}`. */
  readonly field: string;
  readonly ident: string;
  /** Id of its best retrieved paragraph. */
  readonly parent: string;
}

/** The messages that these paragraphs belong to, deduplicated, best first. */
export function messagesFound(ids: readonly string[]): readonly FoundMessage[] {
  const found = new Map<string, FoundMessage>();
  for (const id of ids) {
    const [rid = '', letter, name = '', ident, last] = id.split('/');
    if (letter !== 'c' || ident === undefined || last === undefined) continue;
    const field = `${rid}/c/${name}`;
    const key = `${field}/${ident}`;
    if (!found.has(key)) found.set(key, { field, ident, parent: id });
  }
  return [...found.values()];
}

/** Messages as entries, in their order. */
export function messageEntries(
  messages: readonly AugmentedMessage[],
  { field, parent }: Pick<FoundMessage, 'field' | 'parent'>,
  shared: Pick<ContextEntry, 'title' | 'language'>,
): ContextEntry[] {
  const [rid = ''] = field.split('/');
  return messages.map(({ ident, text }) => ({
    key: `${field}/${ident}/0-${codePointLength(text)}`,
    text,
    rid,
    ...shared,
    augmentation: { isField: false, type: 'conversation', parent, position: wholePosition(text) },
  }));
}

/**
 * Inserts messages after an entry, or replaces their own paragraphs with them.
 *
 * @param behind the entry to insert after; absent to append
 */
export function withMessages(
  entries: readonly ContextEntry[],
  messages: readonly ContextEntry[],
  behind?: string,
): readonly ContextEntry[] {
  const byMessage = new Map(messages.map((entry) => [messageOf(entry.key), entry]));
  const added = new Set<string>();
  const replaced = entries.flatMap((entry) => {
    const message = messageOf(entry.key);
    const whole = message === undefined ? undefined : byMessage.get(message);
    if (message === undefined || !whole || entry.augmentation?.type === 'hierarchy') return [entry];
    if (added.has(message)) return [];
    added.add(message);
    // This message was retrieved whole, so no strategy added it.
    return [whole.key === entry.key ? entry : whole];
  });
  const rest = messages.filter(({ key }) => !added.has(messageOf(key) ?? ''));
  const at = behind === undefined ? -1 : replaced.findIndex(({ key }) => key === behind);
  if (at < 0) return withEntries(replaced, rest);
  return withEntries(replaced.slice(0, at + 1), [...rest, ...replaced.slice(at + 1)]);
}

/** `{rid}/c/{field}/{ident}` of a paragraph of a message. */
function messageOf(key: string): string | undefined {
  const parts = key.split('/');
  return parts[1] === 'c' && parts.length === 5 ? parts.slice(0, 4).join('/') : undefined;
}

/** Fields attached to messages, with their texts as entries. */
export function attachmentEntry(entry: ContextEntry, parent: string): ContextEntry {
  return {
    ...entry,
    text: `Attachment ${entry.key}: ${entry.text}`,
    augmentation: { isField: true, type: 'conversation', parent },
  };
}
