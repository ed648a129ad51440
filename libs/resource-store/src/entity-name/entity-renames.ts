import { AppError } from '@lectern/contracts/core';
import type { EntityMention, EntityRename } from '@lectern/contracts/knowledge-box';

/** Renames that a box keeps. */
export const ENTITY_RENAMES_MAX = 5_000;

interface NamedNode {
  readonly type: string;
  readonly group?: string | null;
  readonly value: string;
}

/** Gives entities other names. */
export class EntityRenames {
  private readonly names: ReadonlyMap<string, string>;

  constructor(renames: readonly EntityRename[] = []) {
    const kept = renames.flatMap(({ group, from, to }) => (to === null ? [] : [[entityKey(group, from), to] as const]));
    this.names = new Map(kept);
  }

  /** Mentions of names that become one are joined, in the order of the text. */
  mentions(all: readonly EntityMention[]): readonly EntityMention[] {
    if (!all.some(({ label, text }) => this.names.has(entityKey(label, text)))) return all;
    const named = Map.groupBy(
      all.map((one) => ({ ...one, text: this.name(one.label, one.text) })),
      ({ label, text }) => entityKey(label, text),
    );
    return [...named.values()].flatMap((own) => {
      const [first] = own;
      const positions = own.flatMap((one) => one.positions).toSorted((a, b) => a.start - b.start);
      return first ? [{ ...first, positions }] : [];
    });
  }

  node<N extends NamedNode>(node: N): N {
    return node.type === 'entity' ? { ...node, value: this.name(node.group ?? '', node.value) } : node;
  }

  private name(group: string, name: string): string {
    return this.names.get(entityKey(group, name)) ?? name;
  }
}

/**
 * Renames that a box keeps after new ones: a new name is the last one of all names that it replaces, and is not
 * replaced itself. The same again changes nothing.
 *
 * @throws AppError `invalid_request` when they are too many
 */
export function keptRenames(present: readonly EntityRename[], added: readonly EntityRename[]): EntityRename[] {
  const kept = new Map<string, EntityRename & { to: string }>();
  for (const { group, from, to } of [...present, ...added]) {
    kept.delete(entityKey(group, from));
    if (to === null || to === from) continue;
    // The new name is not replaced itself, so renames never form a cycle.
    kept.delete(entityKey(group, to));
    kept.set(entityKey(group, from), { group, from, to });
  }
  for (const one of kept.values()) {
    const passed = [one];
    for (let next = kept.get(entityKey(one.group, one.to)); next; next = kept.get(entityKey(next.group, next.to)))
      passed.push(next);
    const last = passed.at(-1)?.to ?? one.to;
    for (const each of passed) each.to = last;
  }
  if (kept.size <= ENTITY_RENAMES_MAX) return [...kept.values()];
  throw new AppError('invalid_request', `A knowledge box keeps at most ${ENTITY_RENAMES_MAX} other names of entities`);
}

function entityKey(group: string, name: string): string {
  return JSON.stringify([group, name]);
}
