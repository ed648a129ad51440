import type { Findings } from './findings';
import { parseInstant } from './instant';
import type { ChoiceNode, NumberNode, TextNode } from './node';
import {
  aboveMaximum,
  belowMinimum,
  fraction,
  noChoice,
  noFlag,
  noInstant,
  noMatch,
  noNumber,
  notAbove,
  notBelow,
  notFinite,
  noText,
  noUuid,
  textTooLong,
  textTooShort,
  unreadableFlag,
  unreadableInstant,
  unreadableNumber,
  unreadableUuid,
} from './problems';

/** Returns the value as it is to be used; reports to the findings when it is not acceptable. */
export type Check = (input: unknown, findings: Findings) => unknown;

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const INTEGER = /^\s*[+-]?\d{1,16}(?:\.0+)?\s*$/;
/** The digits before a point in one way only: a long text that is no number must not be tried in all ways. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const TRUE = new Set(['true', '1', 'yes', 'on', 't', 'y']);
const FALSE = new Set(['false', '0', 'no', 'off', 'f', 'n']);

/** Number of code points: a surrogate pair counts once. */
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
    if (typeof value !== 'string') return findings.add(noText, input);
    // Counting is needed only where surrogate pairs could make a difference.
    const isShort = minLength > 0 && value.length < minLength * 2 && codePoints(value) < minLength;
    if (isShort) return findings.add(textTooShort(minLength), value);
    const isLong = value.length > maxLength && codePoints(value) > maxLength;
    if (isLong) return findings.add(textTooLong(maxLength), value);
    for (const pattern of patterns) {
      pattern.lastIndex = 0;
      if (!pattern.test(value)) return findings.add(noMatch(pattern.source), value);
    }
    return value;
  };
}

function readNumber(input: unknown, whole: boolean, findings: Findings): number | undefined {
  if (typeof input === 'number') return !whole || Number.isInteger(input) ? input : findings.add(fraction, input);
  if (typeof input !== 'string') return findings.add(noNumber(whole), input);
  return (whole ? INTEGER : DECIMAL).test(input) ? Number(input) : findings.add(unreadableNumber(whole), input);
}

export function numberCheck({ whole, gt, lt, ...bounds }: NumberNode): Check {
  const ge = bounds.ge ?? (whole ? Number.MIN_SAFE_INTEGER : undefined);
  const le = bounds.le ?? (whole ? Number.MAX_SAFE_INTEGER : undefined);
  return (input, findings) => {
    const value = readNumber(single(input, findings), whole, findings);
    if (value === undefined) return undefined;
    // `1e999` is one in JSON and in texts.
    if (!Number.isFinite(value)) return findings.add(notFinite, input);
    if (ge !== undefined && value < ge) return findings.add(belowMinimum(ge), input);
    if (le !== undefined && value > le) return findings.add(aboveMaximum(le), input);
    if (gt !== undefined && value <= gt) return findings.add(notAbove(gt), input);
    if (lt !== undefined && value >= lt) return findings.add(notBelow(lt), input);
    return value;
  };
}

/** A flag in any of its spellings; undefined for any other text. */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = String(value).toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

export function flagCheck(input: unknown, findings: Findings): unknown {
  const value = single(input, findings);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return findings.add(noFlag, input);
  return readFlag(value) ?? findings.add(unreadableFlag, input);
}

export function choiceCheck({ values, miss }: ChoiceNode): Check {
  const known = new Set<unknown>(values);
  const byText = new Map(values.filter((value) => typeof value !== 'string').map((value) => [String(value), value]));
  const problem = noChoice(miss, values);
  return (input, findings) => {
    const value = single(input, findings);
    if (known.has(value)) return value;
    const read = findings.textual && typeof value === 'string' ? byText.get(value) : undefined;
    return read ?? findings.add(problem, input);
  };
}

export function instantCheck(input: unknown, findings: Findings): unknown {
  const value = single(input, findings);
  if (typeof value !== 'string') return findings.add(noInstant, input);
  return parseInstant(value) ? value : findings.add(unreadableInstant, value);
}

export function uuidCheck(input: unknown, findings: Findings): unknown {
  const value = single(input, findings);
  if (typeof value !== 'string') return findings.add(noUuid, input);
  return UUID.test(value) ? value : findings.add(unreadableUuid, value);
}
