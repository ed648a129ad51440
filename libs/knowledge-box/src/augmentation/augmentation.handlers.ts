import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  type AugmentedResources,
  clearAugmentations,
  listAugmentedResources,
  putAugmentations,
  readAugmentableFields,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { ResourceRepository } from '@lectern/resource-store';
import { Controller } from '@nestjs/common';
import { AugmentableFields } from './augmentable-fields';
import { AugmentationWriter } from './augmentation-writer';

@Controller()
export class AugmentationHandlers {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: AugmentableFields,
    private readonly writer: AugmentationWriter,
  ) {}

  @Handles(readAugmentableFields)
  read({ body }: Request<typeof readAugmentableFields>) {
    return this.fields.read(body);
  }

  @Handles(listAugmentedResources)
  async list({ body }: Request<typeof listAugmentedResources>): Promise<AugmentedResources> {
    return { rids: await this.transactions.read((tx) => this.resources.listAugmented(body, tx)) };
  }

  @Handles(putAugmentations)
  put({ body }: Request<typeof putAugmentations>) {
    return this.writer.put(body);
  }

  @Handles(clearAugmentations)
  clear({ body }: Request<typeof clearAugmentations>) {
    return this.writer.clear(body);
  }
}
