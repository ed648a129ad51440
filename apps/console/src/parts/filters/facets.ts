import { countCatalogFacets } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { FilterGroup } from './filters';

const FRESH_MS = 30_000;
const SHOWN_MAX = 100;

/** Where the labels of a group begin, in readable and in short form, and how many segments follow. */
const groups = {
  labels: { prefix: '/classification.labels', short: '/l', segments: 2 },
  kinds: { prefix: '/icon', short: '/n/i', segments: 2 },
  languages: { prefix: '/metadata.language', short: '/s/p', segments: 1 },
} as const;

/** A filter to choose, and how many resources of the box have it. */
export interface Facet {
  readonly path: string;
  readonly count: number;
}

export type Facets = Readonly<Record<FilterGroup, readonly Facet[]>>;

/** Values to filter by, the most frequent first. */
export function facetsOf(counts: Readonly<Record<string, number>>): Facets {
  return {
    labels: facetsOfGroup(counts, 'labels'),
    kinds: facetsOfGroup(counts, 'kinds'),
    languages: facetsOfGroup(counts, 'languages'),
  };
}

function facetsOfGroup(counts: Readonly<Record<string, number>>, group: FilterGroup): readonly Facet[] {
  return Object.entries(counts)
    .filter(([path]) => segmentsOf(path, group)?.length === groups[group].segments)
    .map(([path, count]) => ({ path, count }))
    .sort((one, other) => other.count - one.count || (one.path < other.path ? -1 : 1))
    .slice(0, SHOWN_MAX);
}

/** `['topics', 'sea']`; undefined for a path of another group. */
function segmentsOf(path: string, group: FilterGroup): readonly string[] | undefined {
  const { prefix, short, segments } = groups[group];
  const start = [prefix, short].find((beginning) => path.startsWith(`${beginning}/`));
  if (start === undefined) return undefined;
  const parts = path.slice(start.length + 1).split('/');
  // The last segment of a label may have slashes itself.
  return parts.length <= segments ? parts : [...parts.slice(0, segments - 1), parts.slice(segments - 1).join('/')];
}

/** Its name for people, `topics / sea` or `Spanish`; of kinds the media type. */
export function facetName(path: string, group: FilterGroup, language: string): string {
  const segments = segmentsOf(path, group);
  if (!segments) return path;
  if (group === 'kinds') return segments.join('/');
  return group === 'labels' ? segments.join(' / ') : languageName(segments.join('/'), language);
}

function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag; // not a tag of a language
  }
}

export const facetsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'facets'],
    queryFn: async ({ signal }) => {
      const prefixes = Object.values(groups).map(({ prefix }) => prefix);
      return facetsOf((await api.call(countCatalogFacets, { params: { kbid }, body: { prefixes }, signal })).facets);
    },
    staleTime: FRESH_MS,
  });
