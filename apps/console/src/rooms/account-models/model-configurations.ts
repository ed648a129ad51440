import {
  createModelConfiguration,
  deleteModelConfiguration,
  getModelConfiguration,
  type ModelConfigurationUpdate,
  type NewModelConfiguration,
  updateModelConfiguration,
} from '@lectern/contracts/understanding';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { accountSchemaQuery, modelConfigurationsQuery } from '../../data/account-models';

/** A configured model with its keys, secrets masked. */
export const modelConfigurationQuery = (account: string, model_id: string) =>
  queryOptions({
    queryKey: [...modelConfigurationsQuery(account).queryKey, model_id],
    queryFn: ({ signal }) => api.call(getModelConfiguration, { params: { account, model_id }, signal }),
  });

/** Also after a refusal: somebody else may have changed the models. Boxes offer them, too. */
function changed(account: string) {
  const { queryKey } = accountSchemaQuery(account);
  return {
    onSettled: () => {
      // Not awaited: a deleted model takes its dialog with it, and what the dialog says at the end.
      void queries.invalidateQueries({ queryKey: modelConfigurationsQuery(account).queryKey });
      void queries.invalidateQueries({ queryKey });
      void queries.invalidateQueries({ predicate: ({ queryKey: key }) => key[0] === 'box' && key[2] === queryKey[2] });
    },
  };
}

/** A new configuration, or the changes of one that is there. */
export type ModelChange =
  | { readonly id: undefined; readonly body: NewModelConfiguration }
  | { readonly id: string; readonly body: ModelConfigurationUpdate };

export function useSaveModel(account: string) {
  return useMutation({
    mutationFn: async ({ id: model_id, body }: ModelChange) => {
      if (model_id === undefined) await api.call(createModelConfiguration, { params: { account }, body });
      else await api.call(updateModelConfiguration, { params: { account, model_id }, body });
    },
    ...changed(account),
  });
}

export function useDeleteModel(account: string) {
  return useMutation({
    mutationFn: (model_id: string) => api.call(deleteModelConfiguration, { params: { account, model_id } }),
    ...changed(account),
  });
}
