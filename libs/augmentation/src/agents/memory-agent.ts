import type { MemoryOperation } from '@lectern/contracts/understanding';
import { type Found, foundNothing } from './agent-findings';
import type { AgentModel } from './agent-model';
import type { AgentText } from './agent-text';
import { listSchema, objectsIn, objectSchema, quoted, textIn } from './answer-parts';
import { graphOf } from './graph-agent';
import { changedFact, factMessages, type MemoryEntry, type MemoryFact, newFact, unreadEntries } from './memory-facts';
import { factsByRule } from './rule-facts';
import { localGraph } from './local-graph';

const FACTS_MAX = 2_000;
const FACTS_PER_ANSWER = 100;
const FACT_CHARS_MAX = 2_000;
/** Facts that are shown to a model at a time: the latest ones. */
const FACTS_SHOWN_MAX = 200;

const text = { type: 'string' };
const item = {
  action: { type: 'string', enum: ['add', 'update', 'delete'] },
  id: text,
  text,
  reasoning: text,
  entries: { type: 'array', items: text },
};
const schema = objectSchema('facts', { facts: listSchema(item) });

/** A conversation with the facts that are known from it. */
export interface RememberedConversation {
  readonly entries: readonly MemoryEntry[];
  readonly facts: readonly MemoryFact[];
}

/** Facts of a conversation: those known, changed by its unread entries. @param model none: by rule */
export async function remembered(
  operation: MemoryOperation,
  field: AgentText,
  {
    model,
    conversation,
    signal,
  }: {
    readonly model: AgentModel | undefined;
    readonly conversation: RememberedConversation;
    readonly signal?: AbortSignal;
  },
): Promise<Found> {
  const { entries, facts: known } = conversation;
  const unread = unreadEntries(entries, known);
  const facts = model ? await factsByModel(operation, known, { unread, model }) : factsByRule(known, unread);
  const graph = operation.graph_extraction ? await graphFor(operation, field, { model, signal }) : foundNothing;
  const kept = facts.slice(-FACTS_MAX);
  if (kept.length === 0) return graph;
  const messages = factMessages(kept);
  return { ...graph, conversations: [{ destination: `facts-${operation.ident}`, messages }] };
}

async function graphFor(
  { ident, entity_defs, examples }: MemoryOperation,
  field: AgentText,
  { model, signal }: { readonly model: AgentModel | undefined; readonly signal: AbortSignal | undefined },
): Promise<Found> {
  const operation = { ident: `memory-graph-${ident}`, entity_defs, examples };
  return model ? graphOf(operation, field, model) : localGraph(operation, field, signal);
}

async function factsByModel(
  { prompt, rules }: MemoryOperation,
  known: readonly MemoryFact[],
  { unread, model }: { readonly unread: readonly MemoryEntry[]; readonly model: AgentModel },
): Promise<readonly MemoryFact[]> {
  let facts = known;
  for (const group of entryGroups(unread, model)) {
    const shown = facts.slice(-FACTS_SHOWN_MAX).map(({ id, text: fact }) => ({ id, text: fact }));
    const asked = [
      'Keep the facts of a conversation that will still matter later. Each fact is one sentence that is understood alone.',
      'Reply with changes only: "add" for a new fact, "update" with its id for a known one that the entries change or make ' +
        'more exact, "delete" with its id for one that is no longer so. Name the entries that say so. Never add a fact ' +
        'that is already known.',
      ...(prompt ? [`What matters: ${prompt}`] : []),
      ...(rules.length > 0 ? ['Rules:', ...rules.map((rule) => `- ${rule}`)] : []),
      `Known facts:\n${JSON.stringify(shown)}`,
      quoted(group.map(shownEntry).join('\n')),
    ].join('\n\n');
    const changes = await model.object(asked, schema, (answer) => objectsIn(answer, 'facts', FACTS_PER_ANSWER));
    facts = changed(facts, changes, new Set(group.map(({ id }) => id)));
  }
  return facts;
}

function changed(
  facts: readonly MemoryFact[],
  changes: readonly Readonly<Record<string, unknown>>[],
  present: ReadonlySet<string>,
): readonly MemoryFact[] {
  let all = [...facts];
  for (const change of changes) {
    const id = textIn(change, 'id', FACT_CHARS_MAX);
    const fact = textIn(change, 'text', FACT_CHARS_MAX);
    const named = Array.isArray(change['entries']) ? change['entries'] : [];
    const entries = named.filter((one): one is string => typeof one === 'string' && present.has(one));
    const stated = { text: fact, reasoning: textIn(change, 'reasoning', FACT_CHARS_MAX), entries };
    const before = all.find((one) => one.id === id) ?? all.find((one) => one.text === fact);
    if (change['action'] === 'delete') all = all.filter((one) => one !== before);
    else if (fact === '') continue;
    else if (before) all = all.map((one) => (one === before ? changedFact(one, stated) : one));
    else all.push(newFact(fact, stated.reasoning, entries));
  }
  return all;
}

/** Entries that a model reads together. */
function entryGroups(entries: readonly MemoryEntry[], model: AgentModel): readonly (readonly MemoryEntry[])[] {
  const groups: MemoryEntry[][] = [];
  for (const entry of entries) {
    const [fitting = ''] = model.parts(entry.text);
    const one = { ...entry, text: fitting };
    const last = groups.at(-1);
    const together = [...(last ?? []), one].map(shownEntry).join('\n');
    if (last && model.parts(together).length === 1) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function shownEntry({ id, who, text: said, context }: MemoryEntry): string {
  return JSON.stringify({ id, ...(who !== '' && { who }), text: said, ...(context.length > 0 && { context }) });
}
