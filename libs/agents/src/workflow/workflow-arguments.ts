import { invalidRequest, type Violation } from '@lectern/contracts/core';
import { answerSchemas, SchemaError } from '@lectern/json-schema';

/** What a workflow says about the arguments of its interactions. */
export interface ArgumentRules {
  /** JSON Schemas by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Names of arguments that an interaction must bring. */
  readonly required: readonly string[];
}

/** Arguments of an interaction by name. */
export type WorkflowArguments = Readonly<Record<string, unknown>>;

/** @throws AppError `invalid_request` when the parameters are no JSON Schemas, `rate_limited` */
export async function checkParameters(agent: string, parameters: ArgumentRules['parameters']): Promise<void> {
  try {
    await answerSchemas.check(schemaOf(parameters), { owner: agent });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw invalidRequest([
      { type: 'value_error', loc: ['body', 'parameters'], msg: `Value error, ${error.message}`, input: parameters },
    ]);
  }
}

/**
 * Checks the arguments of an interaction before it runs. Arguments without a parameter are not checked.
 *
 * @throws AppError `invalid_request` that names each argument that is missing, or the one that violates its schema,
 *   `rate_limited`
 */
export async function checkWorkflowArguments(
  agent: string,
  { parameters, required }: ArgumentRules,
  given: WorkflowArguments,
): Promise<void> {
  const missing = [...new Set(required)].filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) throw invalidRequest(missing.map((name) => missingArgument(name, given)));
  if (Object.keys(parameters).length === 0) return;
  const problem = await answerSchemas.problemOf(schemaOf(parameters), given, { owner: agent });
  if (problem !== undefined) throw invalidRequest([wrongArgument(problem, Object.keys(parameters), given)]);
}

/** References within it begin with `#/properties/`. */
function schemaOf(parameters: ArgumentRules['parameters']): object {
  return { type: 'object', properties: parameters };
}

function missingArgument(name: string, input: WorkflowArguments): Violation {
  return { type: 'missing', loc: ['body', 'arguments', name], msg: 'Field required', input };
}

/** A problem begins with the place of the value, such as `/city/name must be string`. */
function wrongArgument(problem: string, names: readonly string[], given: WorkflowArguments): Violation {
  const at = names
    .filter((name) => problem.startsWith(`${pointerOf(name)}/`) || problem.startsWith(`${pointerOf(name)} `))
    .toSorted((a, b) => b.length - a.length)[0];
  const type = 'value_error';
  if (at === undefined) return { type, loc: ['body', 'arguments'], msg: `Value error, ${problem}`, input: given };
  const msg = `Value error, ${problem.slice(pointerOf(at).length).trim()}`;
  return { type, loc: ['body', 'arguments', at], msg, input: given[at] };
}

function pointerOf(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
