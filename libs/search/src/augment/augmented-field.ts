import type { FieldAnnotation, FieldData, Resource } from '@lectern/contracts/knowledge-box';
import type { AugmentedField, FieldAugment, LabelsBySet } from '@lectern/contracts/search';
import { dataOf, fieldIdOf, hydratedFields, typeOf } from '../hydrate/hydrated-resources';
import { thumbnailOf } from '../hydrate/paragraph-pictures';
import type { Projection } from '../results/box-resources';

/** The requested parts of a field that are read from its resource. */
export type FieldParts = Pick<FieldAugment, 'text' | 'classification_labels' | 'entities' | 'file_thumbnail'>;

type Resources = Readonly<Record<string, Resource>>;

/** Parts of the resources to read. */
export function fieldProjection(wanted: FieldParts, ids: readonly string[]): Projection {
  const extracted = [
    // For messages, the text shows which of them exist.
    ...(wanted.text || ids.some((id) => identOf(id) !== undefined) ? (['text'] as const) : []),
    ...(wanted.entities ? (['metadata'] as const) : []),
    ...(wanted.file_thumbnail ? (['file'] as const) : []),
  ];
  const types = [...new Set(ids.flatMap((id) => typeOf(id) ?? []))];
  return { show: ['basic', 'extracted'], field_type_filter: types, extracted };
}

/** The existing fields by id; for a message, only its own parts. */
export function augmentedFields(
  resources: Resources,
  ids: readonly string[],
  wanted: FieldParts,
): Readonly<Record<string, AugmentedField>> {
  const there = ids.filter((id) => isThere(dataOf(resources, id), identOf(id)));
  const fields = hydratedFields(resources, [...new Set(there.map(fieldIdOf))], { value: false, text: wanted.text });
  return Object.fromEntries(
    there.flatMap((id) => {
      const field = fields[fieldIdOf(id)];
      return field ? [[id, augmentedField({ ...field, id }, resources, wanted)]] : [];
    }),
  );
}

function isThere(data: FieldData | undefined, ident: string | undefined): boolean {
  return data !== undefined && (ident === undefined || data.extracted?.text?.split_text[ident] !== undefined);
}

function augmentedField(field: AugmentedField, resources: Resources, wanted: FieldParts): AugmentedField {
  const ident = identOf(field.id);
  const { split_text: texts, ...whole } = field;
  const text = ident === undefined ? undefined : texts?.[ident];
  const thumbnail = wanted.file_thumbnail ? thumbnailOf(resources, field.id) : undefined;
  return {
    ...(ident === undefined ? field : whole),
    ...(text !== undefined && { text }),
    ...(wanted.classification_labels && { classification_labels: fieldLabels(resources[field.resource], field.id) }),
    ...(wanted.entities && { entities: entitiesOfField(dataOf(resources, field.id), ident) }),
    ...(thumbnail && { thumbnail_image: thumbnail }),
  };
}

function identOf(fieldId: string): string | undefined {
  return fieldId.split('/')[3];
}

function fieldLabels(resource: Resource | undefined, fieldId: string): LabelsBySet {
  const annotations: readonly FieldAnnotation[] = resource?.fieldmetadata ?? [];
  const paragraphs = annotations.flatMap((one) => one.paragraphs ?? []);
  const own = paragraphs.filter(({ key }) => key.startsWith(`${fieldId}/`));
  return labelsBySet(own.flatMap(({ classifications }) => classifications));
}

/** Labels that no user has cancelled. */
export function labelsBySet(
  labels: readonly { readonly labelset: string; readonly label: string; readonly cancelled_by_user?: boolean | null }[],
): LabelsBySet {
  const given = labels.filter(({ cancelled_by_user: cancelled }) => !cancelled);
  return grouped(given.map(({ labelset, label }) => [labelset, label]));
}

/** Names that a field or message mentions, by type. */
export function entitiesOfField(
  data: FieldData | undefined,
  ident: string | undefined,
): Readonly<Record<string, string[]>> {
  const { metadata, split_metadata: splits = {} } = data?.extracted?.metadata ?? {};
  const own = ident === undefined ? [metadata, ...Object.values(splits)] : [splits[ident]];
  return grouped(own.flatMap((found) => Object.entries(found?.ner ?? {})).map(([name, type]) => [type, name]));
}

function grouped(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string[]>> {
  const groups = Map.groupBy(pairs, ([group]) => group);
  return Object.fromEntries(
    [...groups].map(([group, members]) => [group, [...new Set(members.map(([, member]) => member))].sort()]),
  );
}
