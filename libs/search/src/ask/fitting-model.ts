import { invalidRequest } from '@lectern/contracts/core';
import { type AskRequest, effortOf } from '@lectern/contracts/search';
import type { GeneratorInUse } from '@lectern/contracts/understanding';

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
