/** Faults of a value: the vocabulary of a 422, with the words that clients know. */
export interface Problem {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

type Choice = string | number | boolean;

export const missing: Problem = { type: 'missing', msg: 'Field required' };
export const extraForbidden: Problem = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' };
export const noObject: Problem = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};
export const noMap: Problem = { type: 'dict_type', msg: 'Input should be a valid dictionary' };
export const noList: Problem = { type: 'list_type', msg: 'Input should be a valid list' };
export const noText: Problem = { type: 'string_type', msg: 'Input should be a valid string' };
export const noFlag: Problem = { type: 'bool_type', msg: 'Input should be a valid boolean' };
export const unreadableFlag: Problem = {
  type: 'bool_parsing',
  msg: 'Input should be a valid boolean, unable to interpret input',
};
export const fraction: Problem = {
  type: 'int_from_float',
  msg: 'Input should be a valid integer, got a number with a fractional part',
};
export const noInstant: Problem = { type: 'datetime_type', msg: 'Input should be a valid datetime' };
export const unreadableInstant = parsing(
  'datetime',
  'datetime or date',
  'not an ISO 8601 date or date and time of the years 1 to 9999',
);
export const noUuid: Problem = { type: 'uuid_type', msg: 'UUID input should be a string or UUID object' };
export const unreadableUuid = parsing('uuid', 'UUID', 'not 32 hexadecimal digits');

function parsing(type: string, noun: string, error: string): Problem {
  return { type: `${type}_parsing`, msg: `Input should be a valid ${noun}, ${error}`, ctx: { error } };
}

export function noNumber(whole: boolean): Problem {
  return whole
    ? { type: 'int_type', msg: 'Input should be a valid integer' }
    : { type: 'float_type', msg: 'Input should be a valid number' };
}

export function unreadableNumber(whole: boolean): Problem {
  const noun = whole ? 'integer' : 'number';
  const msg = `Input should be a valid ${noun}, unable to parse string as ${whole ? 'an' : 'a'} ${noun}`;
  return { type: whole ? 'int_parsing' : 'float_parsing', msg };
}

export const notFinite: Problem = { type: 'finite_number', msg: 'Input should be a finite number' };

export function textTooShort(min: number): Problem {
  const msg = `String should have at least ${plural(min, 'character')}`;
  return { type: 'string_too_short', msg, ctx: { min_length: min } };
}

export function textTooLong(max: number): Problem {
  const msg = `String should have at most ${plural(max, 'character')}`;
  return { type: 'string_too_long', msg, ctx: { max_length: max } };
}

export function noMatch(pattern: string): Problem {
  return { type: 'string_pattern_mismatch', msg: `String should match pattern '${pattern}'`, ctx: { pattern } };
}

export function belowMinimum(ge: number): Problem {
  return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${ge}`, ctx: { ge } };
}

export function aboveMaximum(le: number): Problem {
  return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } };
}

export function notAbove(gt: number): Problem {
  return { type: 'greater_than', msg: `Input should be greater than ${gt}`, ctx: { gt } };
}

export function notBelow(lt: number): Problem {
  return { type: 'less_than', msg: `Input should be less than ${lt}`, ctx: { lt } };
}

export function noChoice(type: 'enum' | 'literal_error', values: readonly Choice[]): Problem {
  const expected = named(values, ' or ');
  return { type, msg: `Input should be ${expected}`, ctx: { expected } };
}

export function tooFew(length: number, min: number): Problem {
  const msg = `List should have at least ${plural(min, 'item')} after validation, not ${length}`;
  return { type: 'too_short', msg, ctx: { field_type: 'List', min_length: min, actual_length: length } };
}

export function tooMany(kind: 'List' | 'Dictionary', length: number, max: number): Problem {
  const msg = `${kind} should have at most ${plural(max, 'item')} after validation, not ${length}`;
  return { type: 'too_long', msg, ctx: { field_type: kind, max_length: max, actual_length: length } };
}

export function noTag(by: string): Problem {
  const ctx = { discriminator: `'${by}'` };
  return { type: 'union_tag_not_found', msg: `Unable to extract tag using discriminator '${by}'`, ctx };
}

export function unknownTag(by: string, tag: unknown, tags: readonly string[]): Problem {
  const expected = named(tags, ', ');
  const msg = `Input tag '${String(tag)}' found using '${by}' does not match any of the expected tags: ${expected}`;
  return { type: 'union_tag_invalid', msg, ctx: { discriminator: `'${by}'`, tag, expected_tags: expected } };
}

export function brokenRule(reason: string): Problem {
  return { type: 'value_error', msg: `Value error, ${reason}`, ctx: { error: {} } };
}

/** Of a member of the interface that is not built yet. */
export function unsupported(name: string): Problem {
  return brokenRule(`${name} is not supported by this version; leave it out`);
}

/** Of a member that nobody declared, but that is too much like one to be ignored. */
export function misspelt(instead: string | undefined): Problem {
  const { type, msg } = extraForbidden;
  return instead === undefined ? extraForbidden : { type, msg: `${msg}; did you mean ${instead}?` };
}

/** `'a', 'b' or 'c'`. */
function named(values: readonly Choice[], last: string): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const tail = quoted.at(-1) ?? '';
  return quoted.length < 2 ? tail : `${quoted.slice(0, -1).join(', ')}${last}${tail}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
