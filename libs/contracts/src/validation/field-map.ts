import { FIELD_ID } from '../core/identifiers';
import { MapOf } from './decorators';
import type { Part } from './node';

/** Of a wrong id in a refusal. */
const SHOWN_CHARS_MAX = 250;
const FIELD_ID_RULE = 'Field ID must be a string with only letters, numbers, underscores, colons and dashes.';

/** Values by field id. */
export const FieldMap = (value: Part, limits: { readonly sizeMax?: number } = {}): PropertyDecorator =>
  MapOf(value, { keys: FIELD_ID, keyProblem: fieldIdProblem, ...limits });

/** The fault of the characters of an id; an id that is only too long violates the pattern. */
function fieldIdProblem(id: string): string | undefined {
  if (/^[a-zA-Z0-9:_-]{251,}$/.test(id)) return undefined;
  const shown = id.length > SHOWN_CHARS_MAX ? `${id.slice(0, SHOWN_CHARS_MAX)}…` : id;
  return `Invalid field_id: '${shown}'. ${FIELD_ID_RULE}`;
}
