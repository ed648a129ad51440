import { type FieldData, fieldTypes, letterOfFieldType, type Resource } from '@lectern/contracts/knowledge-box';
import type { AugmentedField, FieldAugment, ResourceFieldsAugment } from '@lectern/contracts/search';
import { dataOf, fieldIdsOf, hydratedFields, projectionOf } from '../hydrate/hydrated-resources';
import { withMembers } from '../hydrate/named-paragraphs';
import type { Projection } from '../results/box-resources';
import { thumbnailOf } from '../hydrate/page-pictures';

type ById<T> = Readonly<Record<string, T>>;

/** How much of the resources of fields must be read. */
export function fieldsProjection({ given, entities, file_thumbnail }: FieldAugment): Projection {
  // Texts say which fields are there.
  const projection = projectionOf({ field: { value: false, text: true } }, given);
  const more = [...(entities ? (['metadata'] as const) : []), ...(file_thumbnail ? (['file'] as const) : [])];
  return { ...projection, extracted: [...projection.extracted, ...more] };
}

/** What the request asks for of fields, by id; those that are gone are left out. */
export function augmentedFields(found: ById<Resource>, wanted: FieldAugment): ById<AugmentedField> {
  const { given, text, entities, file_thumbnail: hasThumbnail } = wanted;
  const there = given.filter((id) => dataOf(found, id) !== undefined);
  const members = there.map((id) => {
    const file_thumbnail = hasThumbnail ? thumbnailOf(found, id) : undefined;
    return [
      id,
      {
        ...(entities && { entities: entitiesOf(dataOf(found, id)?.extracted) }),
        ...(file_thumbnail && { file_thumbnail }),
      },
    ] as const;
  });
  return withMembers(hydratedFields(text ? found : {}, there, { value: false, text }), Object.fromEntries(members));
}

/** Names by type; those of the messages of a conversation together. */
function entitiesOf(extracted: FieldData['extracted']): ById<readonly string[]> {
  const { metadata, split_metadata = {} } = extracted?.metadata ?? {};
  const names = new Map<string, Set<string>>();
  for (const one of [...(metadata ? [metadata] : []), ...Object.values(split_metadata)])
    for (const [name, type] of Object.entries(one.ner)) names.set(type, (names.get(type) ?? new Set()).add(name));
  return Object.fromEntries([...names].map(([type, some]) => [type, [...some].sort()]));
}

/** What is asked for of the fields of resources, by id. */
export function fieldsOfResources(found: ById<Resource>, { text, filters }: ResourceFieldsAugment) {
  const isWanted = (id: string) => {
    const [, letter, ...name] = id.split('/');
    return filters.some((one) => letterOfFieldType[one.type] === letter && (one.name ?? name[0]) === name[0]);
  };
  const ids = Object.values(found).flatMap(fieldIdsOf);
  const wanted = filters.length > 0 ? ids.filter(isWanted) : ids;
  return hydratedFields(text ? found : {}, wanted, { value: false, text });
}

/** How much of resources must be read for their fields. */
export function resourceFieldsProjection({ filters }: ResourceFieldsAugment): Projection {
  const types = filters.length > 0 ? filters.map(({ type }) => type) : fieldTypes;
  return { show: ['extracted'], field_type_filter: [...new Set(types)], extracted: ['text'] };
}
