import { listVectorsets, type VectorsetRecord } from '@lectern/contracts/knowledge-box';
import {
  getKnowledgeBoxConfiguration,
  getLearningSchema,
  listGenerativeProviders,
  type ProvidedModel,
} from '@lectern/contracts/understanding';
import { queryOptions } from '@tanstack/react-query';
import { atDoor } from '../api/at-door';
import { api } from '../api/client';
import { failureKind } from '../api/failure';

const REFRESH_MS = 5_000;

const schemaOfBox = atDoor(getLearningSchema, '/api/v1/kb/{kbid}/schema');
const providersOfBox = atDoor(listGenerativeProviders, '/api/v1/kb/{kbid}/generative_providers');

/** Which models a box uses, its prompts, and its keys without their secrets. */
export const learningQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'learning'],
    queryFn: ({ signal }) => api.call(getKnowledgeBoxConfiguration, { params: { kbid }, signal }),
  });

/** What the configuration of a box can say. */
export const learningSchemaQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'learning-schema'],
    queryFn: ({ signal }) => api.call(schemaOfBox, { params: { kbid }, signal }),
  });

/** A generative model and its provider. */
export interface BoxModel extends ProvidedModel {
  readonly provider: string;
  /** Name of the provider for people. */
  readonly providerTitle: string;
  /** Whether texts stay in the deployment. */
  readonly isHere: boolean;
}

/** Generative models that a box can use, by name. */
export const boxModelsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'generative-models'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, BoxModel>> => {
      const { providers } = await api.call(providersOfBox, { params: { kbid }, signal });
      const models = Object.entries(providers).flatMap(([provider, { title: providerTitle, models: own }]) =>
        Object.entries(own).map(([name, model]) => {
          const isHere = model.metadata.data_residency_status === 'guaranteed';
          return [name, { ...model, provider, providerTitle, isHere }] as const;
        }),
      );
      return new Map(models);
    },
  });

/** Vectorsets of a box, the one that searches use first; asked again while one is being filled. */
export const vectorsetsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'vectorsets'],
    queryFn: async ({ signal }): Promise<readonly VectorsetRecord[]> =>
      (await api.call(listVectorsets, { params: { kbid }, signal })).vectorsets,
    refetchInterval: ({ state }) =>
      failureKind(state.error) !== 'missing' && state.data?.some(({ waiting }) => waiting !== undefined)
        ? REFRESH_MS
        : false,
  });
