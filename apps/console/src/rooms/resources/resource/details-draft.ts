import type { Resource } from '@lectern/contracts/knowledge-box';
import { instantOf } from '../../../parts/quantities';

/** A line of the metadata of an original. */
export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Details of a resource as a form holds them. */
export interface DetailsDraft {
  readonly title: string;
  readonly summary: string;
  readonly slug: string;
  readonly language: string;
  readonly url: string;
  readonly path: string;
  readonly filename: string;
  /** As `<input type="datetime-local">` writes it. */
  readonly created: string;
  readonly modified: string;
  readonly collaborators: readonly string[];
  readonly tags: readonly string[];
  readonly metadata: readonly Pair[];
}

export function draftOf({ title = '', summary = '', slug = '', metadata, origin }: Resource): DetailsDraft {
  const { url = '', path = '', filename = '', created = '', modified = '' } = origin ?? {};
  return {
    title,
    summary,
    slug,
    language: metadata?.language ?? '',
    url: url ?? '',
    path: path ?? '',
    filename: filename ?? '',
    created: localTime(created ?? ''),
    modified: localTime(modified ?? ''),
    collaborators: origin?.collaborators ?? [],
    tags: origin?.tags ?? [],
    metadata: Object.entries(origin?.metadata ?? {}).map(([key, value]) => ({ key, value })),
  };
}

const names = ['title', 'summary', 'slug'] as const;

/**
 * The modification of a resource that a draft asks for: only the parts that changed. A modification replaces the
 * origin, so that one with a change is whole.
 */
export function modificationOf(resource: Resource, draft: DetailsDraft) {
  const before = draftOf(resource);
  const changed = names.filter((name) => draft[name] !== before[name]);
  const origin = originOf(resource, before, draft);
  return {
    ...Object.fromEntries(changed.map((name) => [name, draft[name].trim()])),
    ...(draft.language !== before.language && { metadata: { language: draft.language.trim() } }),
    ...(origin && { origin }),
  };
}

const texts = ['url', 'path', 'filename'] as const;
const times = ['created', 'modified'] as const;
const lists = ['collaborators', 'tags', 'metadata'] as const;

function originOf({ origin }: Resource, before: DetailsDraft, draft: DetailsDraft) {
  const members = [...texts, ...times, ...lists].filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]),
  );
  if (members.length === 0) return undefined;
  const changed = new Set<string>(members);
  return {
    ...origin,
    ...Object.fromEntries(texts.map((name) => [name, draft[name].trim() || null])),
    // A time that nobody touched keeps its seconds and its zone.
    ...Object.fromEntries(times.filter((name) => changed.has(name)).map((name) => [name, wireTime(draft[name])])),
    collaborators: [...draft.collaborators],
    tags: [...draft.tags],
    metadata: Object.fromEntries(draft.metadata.filter(({ key }) => key !== '').map(({ key, value }) => [key, value])),
  };
}

function localTime(wireDate: string): string {
  const instant = instantOf(wireDate);
  if (wireDate === '' || Number.isNaN(instant.getTime())) return '';
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

function wireTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
