import { isObject } from '@lectern/contracts/core';
import type { ConversationMessage, GeneratedMessage } from '@lectern/contracts/knowledge-box';
import { createHash } from 'node:crypto';

/** An entry of a conversation. */
export interface MemoryEntry {
  readonly id: string;
  readonly who: string;
  readonly text: string;
  /** What was said before it. */
  readonly context: readonly string[];
}

/** A fact from entries. */
export interface MemoryFact {
  readonly id: string;
  readonly text: string;
  /** Why it is one. */
  readonly reasoning: string;
  /** Entries that state it. */
  readonly entries: readonly string[];
}

const ENTRIES_PER_FACT_MAX = 100;
const CONTEXT_MAX = 20;

/** The part of a message that memories read. */
export type EntryMessage = Pick<ConversationMessage, 'ident' | 'who'> & {
  readonly content: Pick<ConversationMessage['content'], 'text' | 'format'>;
};

/** A message as an entry: its text, or that of the object that it is. Undefined without a text. */
export function entryOf({ ident, who, content }: EntryMessage): MemoryEntry | undefined {
  const object = content.format === 'JSON' ? parsedEntry(content.text) : undefined;
  const text = content.format === 'JSON' ? factText(object?.['text']) : content.text;
  const context = object && Array.isArray(object['context']) ? object['context'] : [];
  const before = context.slice(-CONTEXT_MAX).flatMap((one: unknown) => {
    const said = isObject(one) ? factText(one['text']) : '';
    return said === ''
      ? []
      : [isObject(one) && factText(one['author']) !== '' ? `${factText(one['author'])}: ${said}` : said];
  });
  return text.trim() === '' ? undefined : { id: ident, who, text: text.trim(), context: before };
}

/** A message of a conversation of facts; undefined for any other message. */
export function factOf({ ident, content }: EntryMessage): MemoryFact | undefined {
  const object = parsedEntry(content.text);
  const text = factText(object?.['text']);
  if (!object || text === '') return undefined;
  const related: unknown = object['related_entry_ids'];
  const entries = Array.isArray(related) ? related.filter((one) => typeof one === 'string') : [];
  return { id: ident, text, reasoning: factText(object['reasoning']), entries };
}

/** Facts in the form in which they are kept. */
export function factMessages(facts: readonly MemoryFact[]): readonly GeneratedMessage[] {
  return facts.map(({ id, text, reasoning, entries }) => {
    return { ident: id, text: JSON.stringify({ text, reasoning, related_entry_ids: entries }) };
  });
}

/** A new fact; the same text from the same entry has the same id. */
export function newFact(text: string, reasoning: string, entries: readonly string[]): MemoryFact {
  const hash = createHash('sha256')
    .update(JSON.stringify([text, entries]))
    .digest('hex')
    .slice(0, 24);
  return { id: `fact-${hash}`, text, reasoning, entries };
}

/** A fact that other entries state, too, or state otherwise. */
export function changedFact(fact: MemoryFact, { text, reasoning, entries }: Omit<MemoryFact, 'id'>): MemoryFact {
  const all = [...new Set([...fact.entries, ...entries])].slice(-ENTRIES_PER_FACT_MAX);
  return { id: fact.id, text, reasoning, entries: all };
}

/** Entries after the last one that a fact names: the others have been read before. */
export function unreadEntries(entries: readonly MemoryEntry[], facts: readonly MemoryFact[]): readonly MemoryEntry[] {
  const known = new Set(facts.flatMap((one) => one.entries));
  return entries.slice(entries.findLastIndex(({ id }) => known.has(id)) + 1);
}

function parsedEntry(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function factText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
