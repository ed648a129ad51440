import { handlersOf } from '@lectern/bus';
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
import { accountOf } from '../account-model/account-of';
import { CustomModelService } from './custom-model.service';

export const CustomModelHandlers = handlersOf(CustomModelService)
  .answer(listAccountModels, (models, { params: { account } }) => models.list(account))
  .answer(createAccountModel, (models, { params: { account }, body }) => models.create(account, body))
  .answer(getAccountModel, (models, { params: { account, model_id: id } }) => models.get({ account, id }))
  .answer(updateAccountModel, (models, { params: { account, model_id: id }, body }) =>
    models.change({ account, id }, body),
  )
  .answer(deleteAccountModel, (models, { params: { account, model_id: id } }) => models.delete({ account, id }))
  .answer(addAccountModelToKnowledgeBox, (models, { params: { account, kbid }, body }) =>
    models.addToBox(account, kbid, body.id),
  )
  .answer(deleteModelFromKnowledgeBox, (models, { params: { account, kbid, model_id: id } }) =>
    models.remove({ account, id }, kbid),
  )
  .answer(listAvailableModels, (models, { params: { kbid }, principal }) => models.describe(accountOf(principal), kbid))
  .answer(addModelToKnowledgeBox, (models, { params: { kbid }, body, principal }) =>
    models.add(accountOf(principal), kbid, body.id),
  )
  .answer(getAvailableModel, (models, { params: { kbid, model_id: id }, principal }) =>
    models.get({ account: accountOf(principal), id }, kbid),
  );
