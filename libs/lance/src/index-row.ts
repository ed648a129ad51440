import { Index } from '@lancedb/lancedb';
import type { IndexedResource, IndexUpdate } from '@lectern/contracts/core';
import { Field, Float64, List, Utf8 } from 'apache-arrow';
import type { Row } from './arrow-rows';
import type { TableIndex } from './table-index';
import { EMPTY_TAG, retagged, type Tagged, tagsOf, withTitleTerms } from './tags';

/** The columns both indexes filter by. */
export function commonFields(): Field[] {
  return [
    new Field('id', new Utf8(), false),
    new Field('rid', new Utf8(), false),
    new Field('field', new Utf8(), false),
    new Field('version', new Float64(), false),
    new Field('write', new Float64(), false),
    new Field('created', new Float64(), false),
    new Field('modified', new Float64(), false),
    new Field('tags', new List(new Field('item', new Utf8(), true)), false),
  ];
}

/** Indexes that make filters cheap. */
export const filterIndexes: readonly TableIndex[] = [
  { column: 'tags', config: () => Index.labelList() },
  { column: 'rid', config: () => Index.btree(), locates: true },
  { column: 'created', config: () => Index.btree() },
  { column: 'modified', config: () => Index.btree() },
];

/**
 * Creates these columns for the parts of a resource; parts with the same label list share their tags. `write` is added
 * when the row is stored: it distinguishes the newest rows of a resource from those that they replace.
 */
export function commonColumnsOf(resource: IndexedResource): (part: Tagged & { readonly id: string }) => Row {
  const known = new WeakMap<readonly string[], Map<string, readonly string[]>>();
  const withTitle = titledTags();
  const sharedTags = (part: Tagged) => {
    const ofLabels = known.get(part.labels) ?? new Map<string, readonly string[]>();
    known.set(part.labels, ofLabels);
    const key = `${part.language}\n${part.field}`;
    const tags = ofLabels.get(key) ?? tagsOf(resource, part);
    ofLabels.set(key, tags);
    return tags;
  };
  return (part) => ({
    id: part.id,
    rid: resource.rid,
    field: part.field,
    ...dated(resource),
    tags: part.titleTerms ? withTitle(sharedTags(part), part.titleTerms) : sharedTags(part),
  });
}

/** Parts with the same tags and the same missing title terms share the combined list. */
function titledTags(): typeof withTitleTerms {
  const known = new WeakMap<readonly string[], WeakMap<readonly string[], readonly string[]>>();
  return (tags, titleTerms) => {
    const ofTags = known.get(tags) ?? new WeakMap<readonly string[], readonly string[]>();
    known.set(tags, ofTags);
    const made = ofTags.get(titleTerms) ?? withTitleTerms(tags, titleTerms);
    ofTags.set(titleTerms, made);
    return made;
  };
}

/** Row of a resource without content, which keeps its version: it matches no search. */
export function emptyColumns(resource: IndexedResource): Row {
  return { id: '', rid: resource.rid, field: '', ...dated(resource), tags: [EMPTY_TAG] };
}

/** The columns that an update changes. @param held gives the value of a column of the row */
export function updatedColumns(resource: IndexUpdate, held: (column: string) => unknown): Row {
  const part = { id: String(held('id')), field: String(held('field')) };
  const tags = held('tags') as Iterable<string>; // as `commonFields` declares the column
  return { ...dated(resource), tags: retagged(resource, part, tags) };
}

function dated({ version, createdMs, modifiedMs }: IndexedResource): Row {
  return { version, created: createdMs, modified: modifiedMs };
}
