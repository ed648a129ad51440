import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  alignNames,
  type AugmentedResources,
  clearAugmentations,
  listAlignableNames,
  listAugmentedResources,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ResourceRepository } from '@lectern/resource-store';
import { Controller } from '@nestjs/common';
import { AugmentableFields } from './augmentable-fields';
import { AugmentationWriter } from './augmentation-writer';
import { NameAlignment } from './name-alignment';

export const AugmentationAnswers = handlersOf(AugmentableFields)
  .answer(readAugmentableFields, (fields, { body }) => fields.read(body))
  .of(AugmentationWriter)
  .answer(putAugmentations, (writer, { body }) => writer.put(body))
  .answer(clearAugmentations, (writer, { body }) => writer.clear(body))
  .of(NameAlignment)
  .answer(listAlignableNames, (alignment, { body }) => alignment.names(body))
  .answer(alignNames, (alignment, { body }) => alignment.align(body));

@Controller()
export class AugmentationHandlers {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
  ) {}

  @Handles(listAugmentedResources)
  async list({ body }: Request<typeof listAugmentedResources>): Promise<AugmentedResources> {
    return this.transactions.read(async (tx) => ({
      rids: await this.resources.listAugmented(body, tx),
      ...(body.counts && { total: await this.resources.countAugmented(body, tx) }),
    }));
  }
}
