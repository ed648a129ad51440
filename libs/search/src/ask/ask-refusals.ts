import { invalidRequest } from '@lectern/contracts/core';
import { type AskRequest, effortOf } from '@lectern/contracts/search';
import type { GeneratorInUse } from '@lectern/contracts/understanding';
import { answerSchemas, SchemaError } from '@lectern/json-schema';
import type { AskCall } from './ask-call';

/**
 * Rejects options that the model would silently ignore.
 *
 * @throws AppError `invalid_request` for reasoning with a model that does not reason, or an image with a model that
 *   does not accept images
 */
export function refuseUnfit({ reasoning, query_image: image }: AskRequest, generator: GeneratorInUse): void {
  const { id, followsPrompts, vision } = generator;
  if (!followsPrompts && (effortOf(reasoning) ?? 'none') !== 'none')
    throw refused('reasoning', `the model ${id} does not reason; leave it out or name another model`, reasoning);
  if (image && !vision) throw refused('query_image', `the model ${id} does not read images`, image.content_type);
}

function refused(member: string, reason: string, input: unknown): Error {
  return invalidRequest([{ type: 'value_error', loc: ['body', member], msg: `Value error, ${reason}`, input }]);
}

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
