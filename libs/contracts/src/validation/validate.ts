import { invalidRequest } from '../core/errors';
import type { Constructor } from '../core/input';
import { checkOf } from './compile';
import { Findings } from './findings';
import { missing } from './problems';

/** Where the parts of a request come from; also the first entry of a violation's `loc`. */
export type Source = 'body' | 'query' | 'path' | 'header';

/** The parts of a request, before they are checked. `undefined` for an absent body. */
export type RawInput = Readonly<Partial<Record<Source, unknown>>>;

/** Classes that the parts of a request are checked against. */
export type InputTypes = Readonly<Partial<Record<Source, Constructor>>>;

const sources: readonly Source[] = ['path', 'query', 'header', 'body'];

/**
 * Checks all parts of a request at once, fills in defaults, reads text as numbers and flags where these are declared.
 *
 * @param bodyIsText whether the members of the body are texts, as those of a form
 * @returns plain objects with declared members only; a part without a class is left out
 * @throws AppError `invalid_request` with every violation found, at most 100
 */
export function validateInput(
  types: InputTypes,
  input: RawInput,
  bodyIsText = false,
): Readonly<Partial<Record<Source, unknown>>> {
  const output: Partial<Record<Source, unknown>> = {};
  let violations: Findings['violations'] = [];
  for (const source of sources) {
    const type = types[source];
    if (!type) continue;
    const findings = new Findings([source], source !== 'body' || bodyIsText);
    const value = input[source];
    if (value === undefined || value === null) findings.add(missing, value ?? null);
    else output[source] = checkOf(type)(value, findings);
    violations = violations.length === 0 ? findings.violations : [...violations, ...findings.violations];
  }
  if (violations.length > 0) throw invalidRequest(violations);
  return output;
}

/**
 * Checks a value that is not itself a part of a request, such as a JSON document inside a query parameter.
 *
 * @param prefix what `loc` begins with; nothing for objects that the server put together itself
 * @throws AppError `invalid_request`
 */
export function validate<T>(type: Constructor<T>, value: unknown, prefix: readonly string[] = []): T {
  const findings = new Findings(prefix, false);
  // Constructor<T> of an object type is a Constructor; the check answers the shape of that class or reports violations.
  const output = checkOf(type as Constructor)(value, findings) as T;
  if (findings.violations.length > 0) throw invalidRequest(findings.violations);
  return output;
}
