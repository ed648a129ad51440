import { shownLabels, type StoredParagraph } from '@lectern/contracts/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import {
  type AugmentationType,
  type FieldExtensionStrategy,
  type FullResourceStrategy,
  strippedField,
} from '@lectern/contracts/search';
import { dataOf, fieldIdsOf, fieldIdOf } from '../../hydrate/hydrated-resources';
import { type ContextEntry, fieldEntry, withEntries } from './context-entry';

/** Type of field that data augmentation writes generated texts to. */
const GENERATED_LETTER = 't';

type Resources = Readonly<Record<string, Resource>>;

/** Texts of these fields, without empty ones. */
export function fieldEntries(
  fieldIds: readonly string[],
  resources: Resources,
  type: AugmentationType,
): readonly ContextEntry[] {
  const texts = fieldIds.map((id) => fieldEntry(id, fieldText(resources, id), { resources, type }));
  return withEntries([], texts);
}

/** The text of a field; for a conversation, the text of all messages. */
function fieldText(resources: Resources, fieldId: string): string {
  const { text = '', split_text: messages = {} } = dataOf(resources, fieldId)?.extracted?.text ?? {};
  return text || Object.values(messages).join('\n');
}

/** All fields of a resource, title and summary first. */
export function allFieldsOf(resource: Resource): readonly string[] {
  const ids = fieldIdsOf(resource);
  const isGeneric = (id: string) => id.split('/')[1] === 'a';
  return [...ids.filter(isGeneric), ...ids.filter((id) => !isGeneric(id))];
}

/** The fields of a resource that a strategy selects. */
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

/** Resources of the results, best first, without those excluded by label. */
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

/** Accepts labels in readable form and in filter form. */
function pathOfLabel(label: string): string {
  return label.replace(/^\/?(classification\.labels|l)\//, '/l/');
}

/**
 * Replaces paragraphs with their whole resources.
 *
 * @param dropped resources whose paragraphs are removed although the resources are not included whole
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

/** Puts whole fields before the results and removes the paragraphs that those fields contain. */
export function extendedEntries(
  entries: readonly ContextEntry[],
  fields: readonly ContextEntry[],
): readonly ContextEntry[] {
  const whole = new Set(fields.map(({ key }) => key));
  const isElsewhere = ({ key, augmentation }: ContextEntry) =>
    augmentation?.type === 'hierarchy' || !whole.has(fieldIdOf(key));
  return withEntries(withEntries(entries.filter(isOfCaller), fields), entries.filter(isElsewhere));
}

/** Resources of the results, best first. */
export function resourcesOfEntries(entries: readonly ContextEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ rid }) => rid ?? []))];
}

function isOfCaller({ rid }: ContextEntry): boolean {
  return rid === undefined;
}
