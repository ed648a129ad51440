import { Handles } from '@lectern/bus';
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

@Controller()
export class ConfigurationHandlers {
  constructor(private readonly configurations: ConfigurationService) {}

  @Handles(getDefaultModelsConfiguration)
  async getDefault() {
    return this.configurations.default;
  }

  @Handles(getModelsConfiguration)
  get({ params, principal }: Request<typeof getModelsConfiguration>) {
    return this.configurations.get(ownerOfConfiguration(params, principal));
  }

  @Handles(addModelsConfiguration)
  add({ params, body, principal }: Request<typeof addModelsConfiguration>) {
    return this.configurations.set(ownerOfConfiguration(params, principal), body);
  }

  @Handles(updateModelsConfiguration)
  update({ params, body, principal }: Request<typeof updateModelsConfiguration>) {
    return this.configurations.change(ownerOfConfiguration(params, principal), body);
  }

  @Handles(deleteModelsConfiguration)
  delete({ params, principal }: Request<typeof deleteModelsConfiguration>) {
    return this.configurations.delete(ownerOfConfiguration(params, principal));
  }

  @Handles(getKnowledgeBoxConfiguration)
  getForBox({ params, principal }: Request<typeof getKnowledgeBoxConfiguration>) {
    return this.configurations.get(box(params, principal));
  }

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

  @Handles(configureNewBox)
  create({ body }: Request<typeof configureNewBox>) {
    return this.configurations.create(body);
  }

  @Handles(readBoxConfiguration)
  read({ body }: Request<typeof readBoxConfiguration>) {
    return this.configurations.read(body);
  }
}

type Params = { readonly kbid: string };

function ownerOfConfiguration({ kbid }: Params, principal: Principal): ConfigurationOwner {
  return { account: accountOf(principal), kbid, isBox: false };
}

function box({ kbid }: Params, principal: Principal): ConfigurationOwner {
  return { account: accountOf(principal), kbid, isBox: true };
}
