import { handlersOf, Handles } from '@lectern/bus';
import type { Principal, Request } from '@lectern/contracts/core';
import {
  addModelsConfiguration,
  configureNewBox,
  deleteModelsConfiguration,
  getDefaultModelsConfiguration,
  getKnowledgeBoxConfiguration,
  getModelsConfiguration,
  readBoxConfiguration,
  setKnowledgeBoxConfiguration,
  updateKnowledgeBoxConfiguration,
  updateModelsConfiguration,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { accountOf } from '../account-model/account-of';
import { type ConfigurationOwner, ConfigurationService } from './configuration.service';

export const ConfigurationAnswers = handlersOf(ConfigurationService)
  .answer(getDefaultModelsConfiguration, async (configurations) => configurations.default)
  .answer(getModelsConfiguration, (configurations, { params, principal }) =>
    configurations.get(ownerOfConfiguration(params, principal)),
  )
  .answer(addModelsConfiguration, (configurations, { params, body, principal }) =>
    configurations.set(ownerOfConfiguration(params, principal), body),
  )
  .answer(updateModelsConfiguration, (configurations, { params, body, principal }) =>
    configurations.change(ownerOfConfiguration(params, principal), body),
  )
  .answer(deleteModelsConfiguration, (configurations, { params, principal }) =>
    configurations.delete(ownerOfConfiguration(params, principal)),
  )
  .answer(getKnowledgeBoxConfiguration, (configurations, { params, principal }) =>
    configurations.get(box(params, principal)),
  )
  .answer(configureNewBox, (configurations, { body }) => configurations.create(body))
  .answer(readBoxConfiguration, (configurations, { body }) => configurations.read(body));

@Controller()
export class ConfigurationHandlers {
  constructor(private readonly configurations: ConfigurationService) {}

  @Handles(setKnowledgeBoxConfiguration)
  async setForBox({ params, body, principal }: Request<typeof setKnowledgeBoxConfiguration>): Promise<null> {
    await this.configurations.set(box(params, principal), body);
    return null;
  }

  @Handles(updateKnowledgeBoxConfiguration)
  async updateForBox({ params, body, principal }: Request<typeof updateKnowledgeBoxConfiguration>): Promise<null> {
    await this.configurations.change(box(params, principal), body);
    return null;
  }
}

type Params = { readonly kbid: string };

function ownerOfConfiguration({ kbid }: Params, principal: Principal): ConfigurationOwner {
  return { account: accountOf(principal), kbid, isBox: false };
}

function box({ kbid }: Params, principal: Principal): ConfigurationOwner {
  return { account: accountOf(principal), kbid, isBox: true };
}
