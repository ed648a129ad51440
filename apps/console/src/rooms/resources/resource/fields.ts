import {
  type FieldData,
  type FieldError,
  type FieldType,
  letterOfFieldType,
  type ResourceData,
} from '@lectern/contracts/knowledge-box';

/** A field of the resource that is open. */
export interface OpenField {
  /** `{letter}/{id}`, as addresses name it. */
  readonly name: string;
  /** As people know it: a file by its name. */
  readonly title: string;
  readonly fieldType: FieldType;
  readonly fieldId: string;
  readonly data: FieldData;
}

/** Types by the member of a resource that has their fields, in the order in which they are shown. */
const membersOf = [
  ['files', 'file'],
  ['texts', 'text'],
  ['links', 'link'],
  ['conversations', 'conversation'],
  ['key_values', 'key_value'],
] as const;

/** The fields of a resource; title and summary stand elsewhere on the page. */
export function fieldsOf(data: ResourceData = {}): readonly OpenField[] {
  return membersOf.flatMap(([member, fieldType]) =>
    Object.entries(data[member] ?? {}).map(([fieldId, field]) => ({
      name: `${letterOfFieldType[fieldType]}/${fieldId}`,
      title: titleOf(field, fieldId),
      fieldType,
      fieldId,
      data: field,
    })),
  );
}

/** A file or a link has a name of its own; the id of its field may be one that nobody chose. */
function titleOf({ value }: FieldData, fieldId: string): string {
  if (typeof value !== 'object' || value === null) return fieldId;
  if ('file' in value) return value.file.filename || value.file.uri || fieldId;
  return 'uri' in value ? value.uri : fieldId;
}

/** A problem of a field. */
export interface Problem {
  readonly field: OpenField;
  readonly error: FieldError;
}

/** Problems with their fields; errors before warnings. */
export function errorsOf(fields: readonly OpenField[]): readonly Problem[] {
  const all = fields.flatMap((field) => (field.data.errors ?? []).map((error) => ({ field, error })));
  return all.sort((one, other) => rank(one.error) - rank(other.error));
}

/** The first file that a password would open. Errors have no code of their own for it: all of their texts name it. */
export function lockedFile(problems: readonly Problem[]): OpenField | undefined {
  return problems.find(({ field, error }) => field.fieldType === 'file' && /\bpassword\b/i.test(error.body))?.field;
}

function rank({ severity }: FieldError): number {
  return severity === 'ERROR' ? 0 : 1;
}

/** Name of the field that an address opens: that of its paragraph, else the one that it names. */
export function openedField(fields: readonly OpenField[], ...names: readonly (string | undefined)[]) {
  return names.flatMap((name) => fields.find((field) => field.name === name) ?? [])[0] ?? fields[0];
}
