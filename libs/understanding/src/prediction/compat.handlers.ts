import { handlersOf, Handles } from '@lectern/bus';
import { AppError, type Request } from '@lectern/contracts/core';
import {
  type CompatModel,
  type CompatModelList,
  createChatCompletion,
  createEmbeddings,
  getCompatModel,
  listCompatModels,
} from '@lectern/contracts/understanding';
import { Embedders, Generators } from '@lectern/models';
import { Controller } from '@nestjs/common';
import { defaultFirst, compatEmbeddingModel, generativeModel } from './compat-models';
import { CompatService } from './compat.service';
import { askerOf } from './prediction-models';

export const CompatAnswers = handlersOf(CompatService)
  .answer(createChatCompletion, (compat, { body, headers, principal, requestId, signal }) =>
    compat.complete(body, {
      asker: askerOf({ principal }),
      showsConsumption: headers['x-show-consumption'],
      tokensMax: headers['x-nua-max-output-tokens'],
      requestId,
      signal,
    }),
  )
  .answer(createEmbeddings, (compat, { body, headers, requestId, signal }) =>
    compat.embed(body, { showsConsumption: headers['x-show-consumption'], requestId, signal }),
  );

@Controller()
export class CompatHandlers {
  constructor(
    private readonly generators: Generators,
    private readonly embedders: Embedders,
  ) {}

  @Handles(listCompatModels)
  async list(): Promise<CompatModelList> {
    return { object: 'list', data: this.models(), has_more: false };
  }

  @Handles(getCompatModel)
  async get({ params: { model_id: id } }: Request<typeof getCompatModel>): Promise<CompatModel> {
    const found = this.models().find((model) => model.id === id);
    if (!found) throw new AppError('not_found', `The model ${id} does not exist`);
    return found;
  }

  private models(): CompatModel[] {
    const generators = defaultFirst(this.generators.list(), this.generators.defaultId);
    const embedders = defaultFirst(this.embedders.list(), this.embedders.defaultId);
    return [...generators.map(generativeModel), ...embedders.map(compatEmbeddingModel)];
  }
}
