import type { FieldAnnotation, FieldData, Resource, ResourceOrigin } from '@lectern/contracts/knowledge-box';
import { fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import type { MetadataExtensionType } from '@lectern/contracts/search';
import { stringify } from 'yaml';
import { entitiesOfField } from '../../augment/augmented-field';
import { dataOf } from '../../hydrate/hydrated-resources';
import type { Projection } from '../../results/box-resources';

/** Maximum length of one kind of metadata; longer text is cut. */
const METADATA_CHARS_MAX = 20_000;

/** Parts of the resources to read. */
export function metadataProjection(
  types: readonly MetadataExtensionType[],
  fieldTypes: Projection['field_type_filter'],
) {
  const hasNames = types.includes('ners');
  const projection: Projection = {
    show: [
      'basic',
      ...(types.includes('origin') ? (['origin'] as const) : []),
      ...(types.includes('extra_metadata') ? (['extra'] as const) : []),
      ...(hasNames ? (['extracted'] as const) : []),
    ],
    field_type_filter: fieldTypes,
    extracted: hasNames ? ['metadata'] : [],
  };
  return projection;
}

/** Metadata of a resource, and of one of its fields, as text; empty when there is none. */
export function metadataText(resource: Resource, fieldId: string, types: readonly MetadataExtensionType[]): string {
  const texts: Readonly<Record<MetadataExtensionType, () => string>> = {
    origin: () => section('DOCUMENT METADATA AT ORIGIN', yamlOf(originOf(resource.origin))),
    classification_labels: () => section('DOCUMENT CLASSIFICATION LABELS', labelsOf(resource, fieldId).join('\n')),
    ners: () => section('DOCUMENT NAMED ENTITIES (NERs)', namesOf(dataOf({ [resource.id]: resource }, fieldId))),
    extra_metadata: () => section('DOCUMENT EXTRA METADATA', yamlOf(resource.extra?.metadata)),
  };
  const kinds = Object.keys(texts).filter((type): type is MetadataExtensionType => types.some((one) => one === type));
  return kinds.map((type) => texts[type]()).join('');
}

function section(title: string, text: string): string {
  return text === '' ? '' : `\n\n${title}:\n${text.slice(0, METADATA_CHARS_MAX)}`;
}

/** Members that have a value. */
function originOf(origin: ResourceOrigin | undefined): object {
  const { source: _, ...said } = origin ?? { source: 'API' };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function yamlOf(value: object | undefined): string {
  return isEmpty(value) ? '' : stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
}

function labelsOf({ usermetadata, computedmetadata, fieldmetadata }: Resource, fieldId: string): readonly string[] {
  const ofResource = usermetadata?.classifications ?? [];
  const ofField = (computedmetadata?.field_classifications ?? []).filter(({ field }) => isField(field, fieldId));
  const annotations: readonly FieldAnnotation[] = (fieldmetadata ?? []).filter(({ field }) => isField(field, fieldId));
  const given = [
    ...ofResource,
    ...ofField.flatMap(({ classifications }) => classifications),
    ...annotations.flatMap(({ paragraphs = [] }) => paragraphs.flatMap(({ classifications }) => classifications)),
  ].filter((label) => !('cancelled_by_user' in label && label.cancelled_by_user === true));
  return [...new Set(given.map(({ labelset, label }) => ` - ${label} (${labelset})`))];
}

function isField(named: { readonly field: string; readonly field_type: string }, fieldId: string): boolean {
  const [, letter = '', name] = fieldId.split('/');
  const type = new Map<string, string>(Object.entries(fieldTypeOfLetter)).get(letter);
  return named.field === name && named.field_type === type;
}

function namesOf(data: FieldData | undefined): string {
  return Object.entries(entitiesOfField(data, undefined))
    .map(([type, names]) => [` - ${type}:`, ...names.map((name) => `   - ${name}`)].join('\n'))
    .join('\n');
}
