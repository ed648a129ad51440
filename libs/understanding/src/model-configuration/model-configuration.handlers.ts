import { handlersOf } from '@lectern/bus';
import {
  createModelConfiguration,
  deleteModelConfiguration,
  getModelConfiguration,
  listModelConfigurations,
  updateModelConfiguration,
} from '@lectern/contracts/understanding';
import { ModelConfigurationService } from './model-configuration.service';

export const ModelConfigurationHandlers = handlersOf(ModelConfigurationService)
  .answer(listModelConfigurations, (configurations, { params: { account } }) => configurations.list(account))
  .answer(createModelConfiguration, (configurations, { params: { account }, body }) =>
    configurations.create(account, body),
  )
  .answer(getModelConfiguration, (configurations, { params: { account, model_id: id } }) =>
    configurations.get({ account, id }),
  )
  .answer(updateModelConfiguration, (configurations, { params: { account, model_id: id }, body }) =>
    configurations.change({ account, id }, body),
  )
  .answer(deleteModelConfiguration, (configurations, { params: { account, model_id: id } }) =>
    configurations.delete({ account, id }),
  );
