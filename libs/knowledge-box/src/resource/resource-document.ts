import {
  type ExtractedPart,
  type Field,
  type FieldData,
  type FieldType,
  fieldTypeOfLetter,
  type Resource,
  type ResourceData,
  type ResourceShow,
  naiveUtc,
} from '@lectern/contracts';
import type { ExtractedFieldEntity, FieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { extractedData } from '../field/extracted-data';
import type { ResourceEntity } from './resource.entity';

/** How much of a resource is wanted. */
export interface Shown {
  readonly show: readonly ResourceShow[];
  readonly fieldTypes: readonly FieldType[];
  readonly extracted: readonly ExtractedPart[];
}

/** A field with what processing found in it, as far as it was loaded. */
export interface StoredField {
  readonly field: FieldEntity;
  readonly extracted?: ExtractedFieldEntity;
  readonly vectors?: FieldVectorsEntity;
}

/** A resource in the form of the interface, with the members that were asked for and no others. */
export function resourceDocument(resource: ResourceEntity, fields: readonly StoredField[], shown: Shown): Resource {
  const has = (part: ResourceShow) => shown.show.includes(part);
  return {
    id: resource.id,
    ...(has('basic') && basicMembers(resource)),
    ...(has('relations') && { relations: [] }),
    ...(has('origin') && resource.origin && { origin: resource.origin }),
    ...(has('extra') && resource.extra && { extra: resource.extra }),
    ...(has('security') && resource.accessGroups && { security: { access_groups: resource.accessGroups } }),
    ...dataMember(resource, fields, shown),
  };
}

function basicMembers(resource: ResourceEntity): Omit<Resource, 'id'> {
  return {
    slug: resource.slug,
    title: resource.title,
    summary: resource.summary,
    icon: resource.icon,
    thumbnail: resource.thumbnail,
    metadata: {
      metadata: resource.metadata,
      language: resource.language,
      languages: resource.languages,
      status: resource.status,
    },
    usermetadata: { classifications: resource.classifications, relations: [] },
    fieldmetadata: [],
    computedmetadata: { field_classifications: [] },
    created: naiveUtc(resource.created),
    modified: naiveUtc(resource.modified),
    last_seqid: resource.lastSeqid,
    last_account_seq: null,
    queue: 'private',
    hidden: resource.hidden,
  };
}

function dataMember(resource: ResourceEntity, fields: readonly StoredField[], shown: Shown): { data?: ResourceData } {
  const content = shown.show.includes('values') || shown.show.includes('extracted');
  if (!shown.show.includes('errors') && !(content && shown.fieldTypes.length > 0)) return {};
  const of = (type: FieldType) => {
    if (!shown.fieldTypes.includes(type)) return undefined;
    const ofType = fields.filter(({ field }) => fieldTypeOfLetter[field.letter] === type);
    return ofType.length === 0
      ? undefined
      : Object.fromEntries(ofType.map((one) => [one.field.id, fieldData(one, shown)]));
  };
  const members = { texts: of('text'), files: of('file'), links: of('link'), generics: generics(resource, shown) };
  return { data: Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) };
}

function generics(resource: ResourceEntity, shown: Shown): Readonly<Record<string, FieldData>> | undefined {
  if (!shown.fieldTypes.includes('generic')) return undefined;
  const data = (value: string): FieldData => ({
    ...(shown.show.includes('values') && { value }),
    ...(shown.show.includes('extracted') &&
      shown.extracted.includes('text') && { extracted: { text: { text: value, split_text: {}, deleted_splits: [] } } }),
    ...(shown.show.includes('errors') && { status: 'PROCESSED' as const }),
  });
  return { title: data(resource.title), ...(resource.summary !== '' && { summary: data(resource.summary) }) };
}

function fieldData(stored: StoredField, shown: Shown): FieldData {
  return {
    ...(shown.show.includes('values') && { value: shownValue(stored.field) }),
    ...(shown.show.includes('extracted') && extractedMember(stored, shown.extracted)),
    ...(shown.show.includes('errors') && statusMembers(stored.field)),
  };
}

/** One field in the form of the interface. */
export function fieldDocument(
  stored: StoredField,
  shown: { readonly show: readonly ('value' | 'extracted' | 'error')[]; readonly extracted: readonly ExtractedPart[] },
): Field {
  const { field } = stored;
  return {
    field_type: fieldTypeOfLetter[field.letter],
    field_id: field.id,
    ...(shown.show.includes('value') && { value: shownValue(field) }),
    ...(shown.show.includes('extracted') && extractedMember(stored, shown.extracted)),
    ...(shown.show.includes('error') && statusMembers(field)),
  };
}

function extractedMember(stored: StoredField, parts: readonly ExtractedPart[]): { extracted?: FieldData['extracted'] } {
  return stored.extracted ? { extracted: extractedData(stored, stored.extracted, parts) } : {};
}

/** With what an external file is fetched may be secret. */
function shownValue({ value }: FieldEntity): FieldEntity['value'] {
  if (typeof value === 'string' || !('external' in value)) return value;
  const { extra_headers: _, ...shown } = value;
  return shown;
}

function statusMembers({ status, errors }: FieldEntity): Pick<FieldData, 'status' | 'errors' | 'error'> {
  return { status, ...(errors.length > 0 && { errors, error: errors.at(-1) }) };
}
