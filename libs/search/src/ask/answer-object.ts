import { invalidRequest } from '@lectern/contracts/core';
import type { AskRequest } from '@lectern/contracts/search';
import { answerSchema, SchemaError } from '@lectern/json-schema';

/** Refuses a schema that no object can follow, before anything is searched. @throws AppError `invalid_request` */
export function refuseWrongSchema({ answer_json_schema: schema }: AskRequest): void {
  if (!schema) return;
  try {
    answerSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const msg = `Value error, ${error.message}`;
    throw invalidRequest([{ type: 'value_error', loc: ['body', 'answer_json_schema'], msg }]);
  }
}
