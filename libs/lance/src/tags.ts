import {
  type IndexedResource,
  type IndexUpdate,
  isGivenLabel,
  type LabelledPart,
  labelsGivenTo,
  withAncestors,
} from '@lectern/contracts/core';
import type { List, Utf8, Vector } from 'apache-arrow';
import { textsBeginningWith } from './arrow-texts';

/** The tag of public rows; group names have a prefix, so no group can be called this. */
export const PUBLIC_TAG = 'public';
export const HIDDEN_TAG = 'hidden';
/** Tag of the row of a resource without content. */
export const EMPTY_TAG = 'empty';
/** A label of the paragraph itself. */
export const ownLabelTag = (path: string) => `l:${path}`;
/** A label of the resource. */
export const resourceLabelTag = (path: string) => `r:${path}`;
export const groupTag = (group: string) => `g:${group}`;
export const fieldTag = (field: string) => `f:${field}`;
/** A term of the resource's title that the paragraph itself lacks. */
export const titleTermTag = (term: string) => `t:${term}`;
export const languageTag = (language: string) => `x:${language}`;

const OWN_LABEL = ownLabelTag('');
/** Tags of a row that are not from its resource. */
const ownTags = /^([lfxt]:|empty$)/;

export interface Tagged {
  readonly field: string;
  readonly language: string;
  readonly labels: readonly string[];
  /** Terms under which the paragraph is found without containing them. */
  readonly titleTerms?: readonly string[];
}

/**
 * All values that a row can be filtered by, except numbers and ids, in one list column with one index. Labels include
 * their ancestors, so that a path matches its descendants by equality.
 */
export function tagsOf(resource: IndexedResource, part: Tagged): string[] {
  const tags = new Set(sharedTags(resource));
  if (part.language !== '') tags.add(languageTag(part.language));
  const slash = part.field.indexOf('/');
  tags.add(fieldTag(part.field));
  if (slash > 0) tags.add(fieldTag(part.field.slice(0, slash)));
  for (const path of part.labels.flatMap(withAncestors)) tags.add(ownLabelTag(path));
  return [...tags];
}

/** Shared tags of several rows, with the title terms of one of them. */
export function withTitleTerms(tags: readonly string[], titleTerms: readonly string[]): readonly string[] {
  return [...tags, ...titleTerms.map(titleTermTag)];
}

/** The `titleTerms` from which tags were built. */
export function titleTermsOf(tags: Iterable<string>): string[] {
  const prefix = titleTermTag('');
  return [...tags].filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
}

/** The same for a column of tags. */
export function titleTermsColumn(tags: Vector<List<Utf8>> | null): string[][] {
  return textsBeginningWith(titleTermTag(''), tags);
}

/** Updates a row's tags to a new state of its resource: tags of the row itself stay, except labels that it is given. */
export function retagged(resource: IndexUpdate, part: LabelledPart, tags: Iterable<string>): string[] {
  const own = [...tags].filter((tag) => ownTags.test(tag));
  if (own.includes(EMPTY_TAG)) return [EMPTY_TAG];
  const { given } = resource;
  if (!given) return [...sharedTags(resource), ...own];
  const others = own.filter((tag) => !(tag.startsWith(OWN_LABEL) && isGivenLabel(tag.slice(OWN_LABEL.length))));
  const labels = labelsGivenTo(part, given).flatMap(withAncestors).map(ownLabelTag);
  return [...new Set([...sharedTags(resource), ...others, ...labels])];
}

/** The tags shared by the rows of a resource. */
function sharedTags({ groups, hidden, labels }: IndexedResource): string[] {
  const visibility = groups.length === 0 ? [PUBLIC_TAG] : groups.map(groupTag);
  const paths = labels.flatMap(withAncestors).map(resourceLabelTag);
  return [...new Set([...visibility, ...(hidden ? [HIDDEN_TAG] : []), ...paths])];
}
