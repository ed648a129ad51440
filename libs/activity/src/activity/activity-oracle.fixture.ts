import { parseInstant } from '@lectern/contracts/core';

type Value = string | number | null;
type Operators = Readonly<Record<string, unknown>>;

/** Evaluates a condition by the documented rules, without SQL. */
export function meets(value: Value, operators: Operators, read: (given: unknown) => Value): boolean {
  return Object.entries(operators).every(([operator, given]) => holds(operator, value, { given, read }));
}

function holds(
  operator: string,
  value: Value,
  { given, read }: { readonly given: unknown; readonly read: (given: unknown) => Value },
): boolean {
  if (operator === 'isnull') return (value === null) === given;
  if (value === null) return false;
  if (Array.isArray(given)) return given.map(read).includes(value) === (operator === 'isin');
  if (operator === 'like' || operator === 'ilike') return matches(String(value), String(given), operator === 'ilike');
  const order = compared(value, read(given));
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    case 'lt':
      return order < 0;
    default:
      return order <= 0;
  }
}

/** Compares texts by code points, which gives the order of their UTF-8 bytes. */
function compared(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

function matches(text: string, pattern: string, ignoresCase: boolean): boolean {
  const [given, wanted] = ignoresCase ? [text.toLowerCase(), pattern.toLowerCase()] : [text, pattern];
  return matchesAt([...given], [...wanted]);
}

function matchesAt(text: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === '%') return matchesAt(text, rest) || (text.length > 0 && matchesAt(text.slice(1), pattern));
  const [literal, next] = first === '\\' ? [rest[0], rest.slice(1)] : [first === '_' ? text[0] : first, rest];
  return text.length > 0 && text[0] === literal && matchesAt(text.slice(1), next);
}

/** Milliseconds of an instant, the precision of rows. */
export function instantMs(given: unknown): number | null {
  return parseInstant(String(given))?.getTime() ?? null;
}
