import { resourceOf } from '@lectern/contracts/core';
import {
  type FieldData,
  type FieldLetter,
  type FieldType,
  fieldTypeOfLetter,
  type Resource,
  type ResourceData,
  type ResourceShow,
} from '@lectern/contracts/knowledge-box';
import type {
  FieldHydration,
  HydratedField,
  HydratedResource,
  Hydration,
  ResourceHydration,
} from '@lectern/contracts/search';
import type { Projection } from '../results/box-resources';

const memberOfLetter = {
  t: 'texts',
  f: 'files',
  u: 'links',
  c: 'conversations',
  k: 'key_values',
  a: 'generics',
} as const satisfies Record<FieldLetter, keyof ResourceData>;

type ById<T> = Readonly<Record<string, T>>;

/** The id of a paragraph's field: `{rid}/{letter}/{field}`. */
export function fieldIdOf(paragraphId: string): string {
  return paragraphId.split('/').slice(0, 3).join('/');
}

/** Normalises the resource id within the id of a resource or of one of its parts to the stored form. */
export function storedId(id: string): string {
  const [rid = '', ...rest] = id.split('/');
  return [rid.replaceAll('-', '').toLowerCase(), ...rest].join('/');
}

/** Parts of the resources to read. */
export function projectionOf({ resource, field }: Hydration, paragraphIds: readonly string[]): Projection {
  const show: ResourceShow[] = [];
  if (resource) show.push('basic');
  if (resource?.origin) show.push('origin');
  if (resource?.security) show.push('security');
  if (field?.value) show.push('values');
  if (field?.text) show.push('extracted');
  const types = paragraphIds.flatMap((id) => typeOf(id) ?? []);
  return { show, field_type_filter: [...new Set(types)], extracted: field?.text ? ['text'] : [] };
}

/** The requested parts of the resources, by id. */
export function hydratedResources(
  resources: ById<Resource>,
  wanted: ResourceHydration | null | undefined,
): ById<HydratedResource> {
  if (!wanted) return {};
  return Object.fromEntries(
    Object.values(resources).map(({ id, slug = id, title, summary, origin, security }) => [
      id,
      {
        id,
        slug,
        ...(wanted.title && { title }),
        ...(wanted.summary && { summary }),
        ...(wanted.origin && origin && { origin }),
        ...(wanted.security && security && { security }),
      },
    ]),
  );
}

/** The requested parts of the fields, by id. */
export function hydratedFields(
  resources: ById<Resource>,
  fieldIds: readonly string[],
  wanted: FieldHydration | null | undefined,
): ById<HydratedField> {
  if (!wanted) return {};
  const fields = fieldIds.flatMap((id) => {
    const type = typeOf(id);
    return type ? [hydratedField(id, type, dataOf(resources, id) ?? {})] : [];
  });
  return Object.fromEntries(fields.map((field) => [field.id, field]));
}

function hydratedField(id: string, field_type: FieldType, { value, extracted }: FieldData): HydratedField {
  const found = extracted?.text;
  return {
    id,
    resource: resourceOf(id),
    field_type,
    ...(value !== undefined && { value }),
    ...(found && { text: found.text }),
    ...(found && field_type === 'conversation' && { split_text: found.split_text }),
  };
}

/** The data read for a field; undefined if there is none. */
export function dataOf(resources: ById<Resource>, fieldId: string): FieldData | undefined {
  const [rid = '', letter = '', name = ''] = fieldId.split('/');
  const member = isLetter(letter) ? resources[rid]?.data?.[memberOfLetter[letter]] : undefined;
  return member && Object.hasOwn(member, name) ? member[name] : undefined;
}

/** Type of the field with this id. */
export function typeOf(id: string): FieldType | undefined {
  const [, letter = ''] = id.split('/');
  return isLetter(letter) ? fieldTypeOfLetter[letter] : undefined;
}

/** Ids of a resource's fields that were read: `{rid}/{letter}/{field}`. */
export function fieldIdsOf({ id, data = {} }: Resource): readonly string[] {
  return Object.entries(memberOfLetter).flatMap(([letter, member]) =>
    Object.keys(data[member] ?? {}).map((name) => `${id}/${letter}/${name}`),
  );
}

function isLetter(letter: string): letter is FieldLetter {
  return Object.hasOwn(fieldTypeOfLetter, letter);
}
