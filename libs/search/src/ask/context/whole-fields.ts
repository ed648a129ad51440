import { shownLabels, type StoredParagraph } from '@lectern/contracts/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import {
  type AugmentationType,
  type FieldExtensionStrategy,
  type FullResourceStrategy,
  strippedField,
} from '@lectern/contracts/search';
import { dataOf, fieldIdsOf, fieldOf } from '../../hydrate/hydrated-resources';
import { type ContextEntry, fieldEntry, withEntries } from './context-entry';

/** Fields that data augmentation generates texts into. */
const GENERATED_LETTER = 't';

type Resources = Readonly<Record<string, Resource>>;

/** Texts of these fields, those without a text left out. */
export function fieldEntries(
  fieldIds: readonly string[],
  resources: Resources,
  type: AugmentationType,
): readonly ContextEntry[] {
  const texts = fieldIds.map((id) => fieldEntry(id, fieldText(resources, id), { resources, type }));
  return withEntries([], texts);
}

/** The text of a field; of a conversation all of its messages. */
function fieldText(resources: Resources, fieldId: string): string {
  const { text = '', split_text: messages = {} } = dataOf(resources, fieldId)?.extracted?.text ?? {};
  return text || Object.values(messages).join('\n');
}

/** All fields of a resource: title and summary first. */
export function allFieldsOf(resource: Resource): readonly string[] {
  const ids = fieldIdsOf(resource);
  const isGeneric = (id: string) => id.split('/')[1] === 'a';
  return [...ids.filter(isGeneric), ...ids.filter((id) => !isGeneric(id))];
}

/** Which of the fields of a resource a strategy names. */
export function extendedFieldsOf(
  resource: Resource,
  { fields, data_augmentation_field_prefixes: prefixes }: FieldExtensionStrategy,
): readonly string[] {
  const there = fieldIdsOf(resource);
  const named = [...new Set(fields.map((field) => `${resource.id}/${strippedField(field)}`))];
  const generated = there.filter((id) => {
    const [, letter, name = ''] = id.split('/');
    return letter === GENERATED_LETTER && prefixes.some((prefix) => name.startsWith(`da-${prefix}-`));
  });
  return [...new Set([...named.filter((id) => there.includes(id)), ...generated])];
}

/** Resources of what was found, the best first, without those that a label excludes. */
export function resourcesToExpand(
  found: readonly StoredParagraph[],
  { apply_to: applyTo }: Pick<FullResourceStrategy, 'apply_to'>,
): readonly string[] {
  const excluded = new Set((applyTo?.exclude ?? []).map(pathOfLabel));
  const isExcluded = ({ labels, resourceLabels }: StoredParagraph) =>
    [...shownLabels(labels), ...resourceLabels].some((label) => excluded.has(label));
  const left = new Set(found.filter(isExcluded).map(({ rid }) => rid));
  return [...new Set(found.map(({ rid }) => rid))].filter((rid) => !left.has(rid));
}

/** Labels may be written as they are shown or as filters write them. */
function pathOfLabel(label: string): string {
  return label.replace(/^\/?(classification\.labels|l)\//, '/l/');
}

/**
 * Whole resources in place of their paragraphs.
 *
 * @param dropped resources whose paragraphs do not remain although they are not given whole
 */
export function wholeResourceEntries(
  entries: readonly ContextEntry[],
  fields: readonly ContextEntry[],
  dropped: ReadonlySet<string>,
): readonly ContextEntry[] {
  const whole = new Set(fields.map(({ rid }) => rid));
  const remains = ({ rid }: ContextEntry) => rid === undefined || (!whole.has(rid) && !dropped.has(rid));
  return withEntries(withEntries(entries.filter(isOfCaller), fields), entries.filter(remains));
}

/** Whole fields before what was found, without the paragraphs that they contain. */
export function extendedEntries(
  entries: readonly ContextEntry[],
  fields: readonly ContextEntry[],
): readonly ContextEntry[] {
  const whole = new Set(fields.map(({ key }) => key));
  const isElsewhere = ({ key, augmentation }: ContextEntry) =>
    augmentation?.type === 'hierarchy' || !whole.has(fieldOf(key));
  return withEntries(withEntries(entries.filter(isOfCaller), fields), entries.filter(isElsewhere));
}

/** Resources of what was found, the best first. */
export function resourcesOfEntries(entries: readonly ContextEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ rid }) => rid ?? []))];
}

function isOfCaller({ rid }: ContextEntry): boolean {
  return rid === undefined;
}
