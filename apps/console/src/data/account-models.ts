import { getLearningSchema, listModelConfigurations } from '@lectern/contracts/understanding';
import { queryOptions } from '@tanstack/react-query';
import { atDoor } from '../api/at-door';
import { api } from '../api/client';

const schemaOfAccount = atDoor(getLearningSchema, '/api/v1/account/{account}/schema');

/** Models that an account has configured, without their keys. */
export const modelConfigurationsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'model-configurations'],
    queryFn: async ({ signal }) =>
      (await api.call(listModelConfigurations, { params: { account }, signal })).configurations,
  });

/** The models that boxes of an account can have, and the keys that providers need. */
export const accountSchemaQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'learning-schema'],
    queryFn: ({ signal }) => api.call(schemaOfAccount, { params: { account }, signal }),
  });
