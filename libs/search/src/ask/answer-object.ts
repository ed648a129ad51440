import { invalidRequest } from '@lectern/contracts/core';
import { answerSchemas, SchemaError } from '@lectern/json-schema';
import type { AskCall } from './ask-call';

/** Rejects a schema that no object can satisfy, before any search starts. @throws AppError `invalid_request` */
export async function refuseWrongSchema({ request, kbid, principal, signal }: AskCall): Promise<void> {
  const { answer_json_schema: schema } = request;
  if (!schema) return;
  try {
    await answerSchemas.check(schema, { owner: kbid, isAnonymous: principal.kind === 'none', signal });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const msg = `Value error, ${error.message}`;
    throw invalidRequest([{ type: 'value_error', loc: ['body', 'answer_json_schema'], msg }]);
  }
}
