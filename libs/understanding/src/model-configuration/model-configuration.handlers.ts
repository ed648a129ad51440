import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createModelConfiguration,
  deleteModelConfiguration,
  getModelConfiguration,
  listModelConfigurations,
  updateModelConfiguration,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { ModelConfigurationService } from './model-configuration.service';

@Controller()
export class ModelConfigurationHandlers {
  constructor(private readonly configurations: ModelConfigurationService) {}

  @Handles(listModelConfigurations)
  list({ params: { account } }: Request<typeof listModelConfigurations>) {
    return this.configurations.list(account);
  }

  @Handles(createModelConfiguration)
  create({ params: { account }, body }: Request<typeof createModelConfiguration>) {
    return this.configurations.create(account, body);
  }

  @Handles(getModelConfiguration)
  get({ params: { account, model_id: id } }: Request<typeof getModelConfiguration>) {
    return this.configurations.get({ account, id });
  }

  @Handles(updateModelConfiguration)
  update({ params: { account, model_id: id }, body }: Request<typeof updateModelConfiguration>) {
    return this.configurations.change({ account, id }, body);
  }

  @Handles(deleteModelConfiguration)
  delete({ params: { account, model_id: id } }: Request<typeof deleteModelConfiguration>) {
    return this.configurations.delete({ account, id });
  }
}
