import { parseInstant } from './instant';
import type { ChoiceNode, NumberNode, TextNode } from './node';
import { namedChoices, plural, type Findings } from './violations';

/** Answers the value as it is to be used, and reports to the findings when it is none. */
export type Check = (input: unknown, findings: Findings) => unknown;

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

export function codePoints(value: string): number {
  let count = 0;
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00 && (value.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index += 1;
    count += 1;
  }
  return count;
}

/** A repeated parameter counts with its last value. */
function single(input: unknown, findings: Findings): unknown {
  return findings.textual && Array.isArray(input) ? input.at(-1) : input;
}

export function textCheck({ minLength = 0, maxLength = Infinity, patterns = [] }: TextNode): Check {
  return (input, findings) => {
    const value = single(input, findings);
    if (typeof value !== 'string') return findings.add('string_type', 'Input should be a valid string', input);
    if (minLength > 0 && value.length < minLength * 2 && codePoints(value) < minLength) {
      const least = plural(minLength, 'character');
      return findings.add('string_too_short', `String should have at least ${least}`, value, { min_length: minLength });
    }
    if (value.length > maxLength && codePoints(value) > maxLength) {
      const most = plural(maxLength, 'character');
      return findings.add('string_too_long', `String should have at most ${most}`, value, { max_length: maxLength });
    }
    for (const pattern of patterns) {
      pattern.lastIndex = 0;
      if (pattern.test(value)) continue;
      const { source } = pattern;
      return findings.add('string_pattern_mismatch', `String should match pattern '${source}'`, value, { pattern: source });
    }
    return value;
  };
}

function readNumber(input: unknown, whole: boolean, findings: Findings): number | undefined {
  if (typeof input === 'number') {
    if (!whole || Number.isInteger(input)) return input;
    const reason = 'Input should be a valid integer, got a number with a fractional part';
    return findings.add('int_from_float', reason, input);
  }
  const [type, noun] = whole ? ['int', 'integer'] : ['float', 'number'];
  if (typeof input !== 'string') return findings.add(`${type}_type`, `Input should be a valid ${noun}`, input);
  const pattern = whole ? /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/ : /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
  if (pattern.test(input)) return Number(input);
  return findings.add(`${type}_parsing`, `Input should be a valid ${noun}, unable to parse string as ${whole ? 'an' : 'a'} ${noun}`, input);
}

export function numberCheck({ whole, ge, le, gt, lt }: NumberNode): Check {
  return (input, findings) => {
    const value = readNumber(single(input, findings), whole, findings);
    if (value === undefined) return undefined;
    if (ge !== undefined && value < ge) return findings.add('greater_than_equal', `Input should be greater than or equal to ${ge}`, input, { ge });
    if (le !== undefined && value > le) return findings.add('less_than_equal', `Input should be less than or equal to ${le}`, input, { le });
    if (gt !== undefined && value <= gt) return findings.add('greater_than', `Input should be greater than ${gt}`, input, { gt });
    if (lt !== undefined && value >= lt) return findings.add('less_than', `Input should be less than ${lt}`, input, { lt });
    return value;
  };
}

export function flagCheck(input: unknown, findings: Findings): unknown {
  const value = single(input, findings);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return findings.add('bool_type', 'Input should be a valid boolean', input);
  const word = String(value).toLowerCase();
  if (TRUE.has(word)) return true;
  if (FALSE.has(word)) return false;
  return findings.add('bool_parsing', 'Input should be a valid boolean, unable to interpret input', input);
}

export function choiceCheck({ values, miss }: ChoiceNode): Check {
  const known = new Set<unknown>(values);
  const byText = new Map(values.filter((value) => typeof value !== 'string').map((value) => [String(value), value]));
  const expected = namedChoices(values);
  return (input, findings) => {
    const value = single(input, findings);
    if (known.has(value)) return value;
    const read = findings.textual && typeof value === 'string' ? byText.get(value) : undefined;
    return read ?? findings.add(miss, `Input should be ${expected}`, input, { expected });
  };
}

export function instantCheck(input: unknown, findings: Findings): unknown {
  const value = single(input, findings);
  if (typeof value !== 'string') return findings.add('datetime_type', 'Input should be a valid datetime', input);
  if (parseInstant(value)) return value;
  const error = 'not an ISO 8601 date or date and time';
  return findings.add('datetime_parsing', `Input should be a valid datetime or date, ${error}`, value, { error });
}

export function uuidCheck(input: unknown, findings: Findings): unknown {
  const value = single(input, findings);
  if (typeof value !== 'string') return findings.add('uuid_type', 'UUID input should be a string or UUID object', input);
  if (UUID.test(value)) return value;
  const error = 'not 32 hexadecimal digits';
  return findings.add('uuid_parsing', `Input should be a valid UUID, ${error}`, value, { error });
}
