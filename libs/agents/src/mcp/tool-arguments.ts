import { AppError } from '@lectern/contracts/core';
import { answerSchemas, SchemaError } from '@lectern/json-schema';

/** For whom arguments are checked, and until when. */
export interface CheckCircumstances {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** @throws AppError `invalid_request` for arguments that the schema of a tool forbids, or a schema that is none */
export async function checkArguments(
  schema: object,
  args: Readonly<Record<string, unknown>>,
  circumstances: CheckCircumstances,
): Promise<void> {
  try {
    await answerSchemas.check(schema, circumstances);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw new AppError('invalid_request', `The parameters of the tool are no valid JSON Schema: ${error.message}`);
  }
  const problem = await answerSchemas.problemOf(schema, args, circumstances);
  if (problem !== undefined) throw new AppError('invalid_request', `Invalid arguments: ${problem}`);
}
