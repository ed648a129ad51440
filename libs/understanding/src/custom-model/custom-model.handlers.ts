import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  addAccountModelToKnowledgeBox,
  addModelToKnowledgeBox,
  createAccountModel,
  deleteAccountModel,
  deleteModelFromKnowledgeBox,
  getAccountModel,
  getAvailableModel,
  listAccountModels,
  listAvailableModels,
  updateAccountModel,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { accountOf } from '../account-model/account-of';
import { CustomModelService } from './custom-model.service';

@Controller()
export class CustomModelHandlers {
  constructor(private readonly models: CustomModelService) {}

  @Handles(listAccountModels)
  list({ params: { account } }: Request<typeof listAccountModels>) {
    return this.models.list(account);
  }

  @Handles(createAccountModel)
  create({ params: { account }, body }: Request<typeof createAccountModel>) {
    return this.models.create(account, body);
  }

  @Handles(getAccountModel)
  get({ params: { account, model_id: id } }: Request<typeof getAccountModel>) {
    return this.models.get({ account, id });
  }

  @Handles(updateAccountModel)
  update({ params: { account, model_id: id }, body }: Request<typeof updateAccountModel>) {
    return this.models.change({ account, id }, body);
  }

  @Handles(deleteAccountModel)
  delete({ params: { account, model_id: id } }: Request<typeof deleteAccountModel>) {
    return this.models.delete({ account, id });
  }

  @Handles(addAccountModelToKnowledgeBox)
  addToBox({ params: { account, kbid }, body }: Request<typeof addAccountModelToKnowledgeBox>) {
    return this.models.addToBox(account, kbid, body.id);
  }

  @Handles(deleteModelFromKnowledgeBox)
  remove({ params: { account, kbid, model_id: id } }: Request<typeof deleteModelFromKnowledgeBox>) {
    return this.models.remove({ account, id }, kbid);
  }

  @Handles(listAvailableModels)
  available({ params: { kbid }, principal }: Request<typeof listAvailableModels>) {
    return this.models.describe(accountOf(principal), kbid);
  }

  @Handles(addModelToKnowledgeBox)
  add({ params: { kbid }, body, principal }: Request<typeof addModelToKnowledgeBox>) {
    return this.models.add(accountOf(principal), kbid, body.id);
  }

  @Handles(getAvailableModel)
  getAvailable({ params: { kbid, model_id: id }, principal }: Request<typeof getAvailableModel>) {
    return this.models.get({ account: accountOf(principal), id }, kbid);
  }
}
