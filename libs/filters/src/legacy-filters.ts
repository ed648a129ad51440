import {
  AppError,
  canonicalLabel,
  type IndexFilter,
  endInstant,
  invalidQuery,
  parseInstant,
} from '@lectern/contracts/core';
import type { LabelFilter } from '@lectern/contracts/search';

/** Ids of the labelsets whose labels are of paragraphs, though they may be of resources, too. */
export type ParagraphLabelsets = ReadonlySet<string>;

/** The older filter members of a request; all of them apply. */
export interface LegacyFilters {
  readonly fields: readonly string[];
  readonly filters: readonly (string | LabelFilter)[];
  readonly resource_filters: readonly string[];
  readonly range_creation_start?: string | null;
  readonly range_creation_end?: string | null;
  readonly range_modification_start?: string | null;
  readonly range_modification_end?: string | null;
}

/**
 * @throws AppError `invalid_query`, `invalid_request`
 */
export function compileLegacyFilters(request: LegacyFilters, labelsets: ParagraphLabelsets): IndexFilter[] {
  return [
    ...request.filters.map((filter) =>
      typeof filter === 'string' ? label(filter, labelsets) : labelFilter(filter, labelsets),
    ),
    ...(request.fields.length > 0 ? [{ fields: request.fields.map((field) => field.replace(/^\/+|\/+$/g, '')) }] : []),
    ...(request.resource_filters.length > 0 ? [{ any: request.resource_filters.map(resourceFilter) }] : []),
    ...range('created', request.range_creation_start, request.range_creation_end),
    ...range('modified', request.range_modification_start, request.range_modification_end),
  ];
}

function labelFilter({ all, any, none, not_all: notAll }: LabelFilter, labelsets: ParagraphLabelsets): IndexFilter {
  const labels = (paths: readonly string[]) => paths.map((path) => label(path, labelsets));
  if (all) return { all: labels(all) };
  if (none) return { not: { any: labels(none) } };
  const ofFields = labels(any ?? notAll ?? []);
  if (ofFields.some(({ of }) => of === 'paragraph'))
    throw invalidQuery('filters', "Paragraph labels can only be used with 'all' filter");
  return any ? { any: ofFields } : { not: { all: ofFields } };
}

function label(path: string, labelsets: ParagraphLabelsets): Extract<IndexFilter, { readonly label: string }> {
  if (path === '') throw invalidQuery('filters', 'Invalid label. It must not be empty');
  if (!path.startsWith('/')) throw invalidQuery('filters', `Invalid label. It must start with a \`/\`: ${path}`);
  const label = canonicalLabel(path);
  // One slash at the end says nothing; the second one is a label that is called so.
  const carried = { label, ...(label.endsWith('//') && { isExact: true }) };
  if (!/^\/l(\/|$)/.test(label)) return carried;
  return { ...carried, of: isOfParagraphs(label, labelsets) ? 'paragraph' : 'resource' };
}

/** Whether it is a label of one of the labelsets, whose ids may have slashes. A labelset alone does not count. */
function isOfParagraphs(path: string, labelsets: ParagraphLabelsets): boolean {
  const segments = path.slice('/l/'.length).replace(/\/+$/, '').split('/');
  return segments.some((_, i) => i > 0 && labelsets.has(segments.slice(0, i).join('/')));
}

const RESOURCE_ID = /^[0-9a-f]{32}$/;

function resourceFilter(filter: string): IndexFilter {
  const [id = '', letter, ...name] = filter.split('/');
  const rid = id.replaceAll('-', '').toLowerCase();
  if (!RESOURCE_ID.test(rid)) {
    throw new AppError('invalid_request', `resource id filter '${filter}' should be a valid UUID`);
  }
  if (letter === undefined) return { resources: [rid] };
  if (!/^[tfucak]$/.test(letter)) {
    throw new AppError('invalid_request', `resource filter ${filter} has an invalid field type: ${letter}`);
  }
  if (name.length === 0) return { all: [{ resources: [rid] }, { fields: [letter] }] };
  return { resourceFields: [`${rid}/${letter}/${name.join('/')}`] };
}

function range(date: 'created' | 'modified', since?: string | null, until?: string | null): IndexFilter[] {
  const [sinceMs, untilMs] = [instantMs(since), until ? endInstant(until)?.getTime() : undefined];
  return sinceMs === undefined && untilMs === undefined ? [] : [{ date, sinceMs, untilMs }];
}

function instantMs(text: string | null | undefined): number | undefined {
  return text ? parseInstant(text)?.getTime() : undefined;
}
