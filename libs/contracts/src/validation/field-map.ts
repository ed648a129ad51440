import { FIELD_ID } from '../knowledge-box/identifiers';
import { MapOf } from './decorators';
import type { Part } from './node';

/** Values by field id. */
export const FieldMap = (value: Part, limits: { readonly sizeMax?: number } = {}): PropertyDecorator =>
  MapOf(value, { keys: FIELD_ID, keyProblem: fieldIdProblem, ...limits });

function fieldIdProblem(id: string): string {
  const rule = 'Field ID must be a string with only letters, numbers, underscores, colons and dashes.';
  return `Invalid field_id: '${id.length > SHOWN_CHARS_MAX ? `${id.slice(0, SHOWN_CHARS_MAX)}…` : id}'. ${rule}`;
}

/** Of a wrong id in a refusal. */
const SHOWN_CHARS_MAX = 250;
