import { GROUPS_MAX } from '../group-names';

/** Which documents are searched; nothing chosen means all of them. */
export interface Filters {
  /** Label paths as the interface has them, all of which must hold. */
  readonly labels: readonly string[];
  /** Paths of media types, one of which must hold. */
  readonly kinds: readonly string[];
  /** Paths of languages, one of which must hold. */
  readonly languages: readonly string[];
  /** First day, `2026-01-31`. */
  readonly from?: string | undefined;
  /** Last day. */
  readonly to?: string | undefined;
  /** Groups in whose name somebody searches: no filter, but a view of others. */
  readonly groups?: readonly string[] | undefined;
}

export const noFilters: Filters = { labels: [], kinds: [], languages: [] };

/** Everything is searched, still in the name of the same groups. */
export function withoutFilters({ groups }: Filters): Filters {
  return { ...noFilters, ...(groups && { groups }) };
}

const PATHS_MAX = 20;
const GROUP_CHARS_MAX = 250;
const PATH_CHARS_MAX = 1_000;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Filters of an address that people may have written themselves: what makes no sense is left out. */
export function filtersOf(search: Readonly<Record<string, unknown>>): Filters {
  return {
    labels: pathsOf(search.labels),
    kinds: pathsOf(search.kinds),
    languages: pathsOf(search.languages),
    ...(dayOf(search.from) && { from: dayOf(search.from) }),
    ...(dayOf(search.to) && { to: dayOf(search.to) }),
    ...(groupsOf(search.groups).length > 0 && { groups: groupsOf(search.groups) }),
  };
}

function pathsOf(value: unknown): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isPath = (path: unknown): path is string =>
    typeof path === 'string' && path.startsWith('/') && path.length <= PATH_CHARS_MAX;
  return [...new Set(paths.filter(isPath))].slice(0, PATHS_MAX);
}

function groupsOf(value: unknown): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isName = (name: unknown): name is string =>
    typeof name === 'string' && name.trim() !== '' && name.length <= GROUP_CHARS_MAX;
  return [...new Set(names.filter(isName))].slice(0, GROUPS_MAX);
}

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && DAY.test(value) ? value : undefined;
}

export function hasFilters({ labels, kinds, languages, from, to }: Filters): boolean {
  return [labels, kinds, languages].some((paths) => paths.length > 0) || from !== undefined || to !== undefined;
}

/** The same filters as members of a find or an ask; days are those of UTC, as all dates of the interface. */
export function filterMembers({ labels, kinds, languages, from, to, groups = [] }: Filters) {
  const conditions = [
    ...(labels.length > 0 ? [{ all: [...labels] }] : []),
    ...[kinds, languages].filter((paths) => paths.length > 0).map((paths) => ({ any: [...paths] })),
  ];
  return {
    ...(conditions.length > 0 && { filters: conditions }),
    ...(from !== undefined && { range_creation_start: `${from}T00:00:00` }),
    ...(to !== undefined && { range_creation_end: `${to}T23:59:59.999` }),
    ...(groups.length > 0 && { security: { groups: [...groups] } }),
  };
}

export type FilterGroup = 'labels' | 'kinds' | 'languages';

/** Chooses a path, or no longer. */
export function toggled(filters: Filters, group: FilterGroup, path: string): Filters {
  const paths = filters[group];
  const next = paths.includes(path) ? paths.filter((other) => other !== path) : [...paths, path];
  return { ...filters, [group]: next };
}
