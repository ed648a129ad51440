import { doorsOf } from '../core/door';
import { type AnyOperation, needsRoom } from '../core/operation';
import { violations } from './refused.fixture';
import { type RawInput, type Source, validateInput } from './validate';

const BASE = '/api/v1';

/**
 * The paths of operations as clients meet them, as `POST /kb/{kbid}/upload: 201 json; WRITER of kb; sa user pat`. Paths
 * that do not begin with `/api/` are below `/api/v1`.
 */
export function routesOf(...operations: readonly AnyOperation[]): Readonly<Record<string, string>> {
  return Object.fromEntries(operations.flatMap(doorsOf).flatMap(linesOf));
}

function linesOf({ http, policy }: AnyOperation): readonly (readonly [string, string])[] {
  if (!http || !policy) return [];
  const callers = `${[policy.role].flat().join(' or ')} of ${policy.on}; ${policy.credentials.join(' ')}`;
  return [http.path].flat().map((path) => {
    const below = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
    return [`${http.method} ${below}`, `${http.success} ${http.reply ?? 'json'}; ${callers}`];
  });
}

/**
 * Beside the paths: seconds until the deadline, the feature that can be blocked, the lane, whether a full disk refuses
 * it, and whether temporal keys are refused: `{ 'kb.resource.create': '60 s, upload, needs room' }`.
 */
export function conductOf(...operations: readonly AnyOperation[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    operations.map((one) => {
      const words = [
        `${one.deadlineMs / 1_000} s`,
        one.feature,
        one.lane && `lane ${one.lane}`,
        needsRoom(one) && 'needs room',
        one.policy?.refusesTemporalKeys && 'no temporal keys',
        one.policy?.management && 'management',
        one.policy?.nuaKeyNeeds && `nua keys need ${one.policy.nuaKeyNeeds}`,
      ];
      return [one.name, words.filter(Boolean).join(', ')];
    }),
  );
}

/** What an operation gets of a request. Parameters of the path are checked where they are given. */
export function received(operation: AnyOperation, raw: RawInput): Readonly<Partial<Record<Source, unknown>>> {
  const { params, query, headers, body } = operation;
  // Classes of operations are of objects.
  const types = { ...(raw.path ? { path: params } : {}), query, header: headers, body } as Parameters<
    typeof validateInput
  >[0];
  return validateInput(types, { query: {}, header: {}, ...raw });
}

/** Faults of a request, as `body.title: message`; empty when it is accepted. */
export function faults(operation: AnyOperation, raw: RawInput): readonly string[] {
  return violations(() => received(operation, raw)).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
}

/** Faults of one more than the bound, and before them those of the bound itself, which there should be none of. */
export function beyond(bound: number, check: (size: number) => readonly string[]): readonly string[] {
  return [...check(bound).map((fault) => `at ${bound}: ${fault}`), ...check(bound + 1)];
}

/** A text of so many characters. */
export const text = (length: number): string => 'x'.repeat(length);

/** A list of so many items. */
export const list = <T>(length: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => item(index));

/** An object of so many members. */
export const map = <T>(size: number, value: (index: number) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(list(size, (index) => [`k${index}`, value(index)]));
