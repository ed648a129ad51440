import { invalidRequest } from '@lectern/contracts/core';
import { type AskRequest, effortOf } from '@lectern/contracts/search';
import type { GeneratorInUse } from '@lectern/contracts/understanding';

/**
 * Refuses what the model would ignore although the caller wants it.
 *
 * @throws AppError `invalid_request` for reasoning of a model that cannot think, and for an image to one that is blind
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
