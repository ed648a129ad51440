import { invalidRequest, type ModelsInUse } from '@lectern/contracts';

/** @throws AppError `invalid_request` when a request names a generative model that the deployment does not have */
export function refuseUnknownModel(name: string, { id, takesOtherModels }: ModelsInUse['generator']): void {
  if (takesOtherModels || name === id) return;
  const msg = `Value error, unknown generative model; this deployment has ${id}`;
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'generative_model'], msg, input: name }]);
}
