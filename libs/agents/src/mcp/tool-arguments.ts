import { AppError } from '@lectern/contracts/core';
import { answerSchemas } from '@lectern/json-schema';

/** For whom arguments are checked, and until when. */
export interface CheckCircumstances {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** @throws AppError `invalid_request` for arguments that the schema of a tool forbids, `rate_limited` */
export async function checkToolArguments(
  schema: object,
  args: Readonly<Record<string, unknown>>,
  circumstances: CheckCircumstances,
): Promise<void> {
  const problem = await answerSchemas.problemOf(schema, args, circumstances);
  if (problem !== undefined) throw new AppError('invalid_request', `Invalid arguments: ${problem}`);
}
