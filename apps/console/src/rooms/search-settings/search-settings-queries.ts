import {
  createKvSchema,
  createSearchConfiguration,
  deleteKvSchema,
  deleteLabelset,
  deleteSearchConfiguration,
  getEntitiesGroup,
  getSynonyms,
  type KvSchema,
  type LabelsetPayload,
  listEntitiesGroups,
  listKvSchemas,
  modifyKvSchema,
  putLabelset,
  putSynonyms,
  replaceSearchConfiguration,
  type SearchConfiguration,
} from '@lectern/contracts/knowledge-box';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { labelsetsQuery } from '../../data/labelsets';
import { searchConfigurationsQuery } from '../../data/search-configurations';

interface Keyed {
  readonly queryKey: readonly unknown[];
}

/** Also after a refusal: somebody else may have changed it. */
const reread = ({ queryKey }: Keyed) => ({ onSettled: () => queries.invalidateQueries({ queryKey }) });

/** A configuration to store. */
interface NamedConfiguration extends SearchConfiguration {
  readonly name: string;
  readonly isNew: boolean;
}

export function useSaveConfiguration(kbid: string) {
  return useMutation({
    mutationFn: async ({ name, isNew, kind, config }: NamedConfiguration) => {
      const operation = isNew ? createSearchConfiguration : replaceSearchConfiguration;
      await api.call(operation, { params: { kbid, name }, body: { kind, config } });
    },
    ...reread(searchConfigurationsQuery(kbid)),
  });
}

/** @param onDone is called before the list is read again, which may take the dialog away */
export function useDeleteConfiguration(kbid: string) {
  return useMutation({
    mutationFn: (name: string) => api.call(deleteSearchConfiguration, { params: { kbid, name } }),
    ...reread(searchConfigurationsQuery(kbid)),
  });
}

/** A label set to store. */
interface NamedLabelset extends LabelsetPayload {
  readonly id: string;
}

export function useSaveLabelset(kbid: string) {
  return useMutation({
    mutationFn: ({ id, ...body }: NamedLabelset) => api.call(putLabelset, { params: { kbid, labelset: id }, body }),
    ...reread(labelsetsQuery(kbid)),
  });
}

export function useDeleteLabelset(kbid: string) {
  return useMutation({
    mutationFn: (labelset: string) => api.call(deleteLabelset, { params: { kbid, labelset } }),
    ...reread(labelsetsQuery(kbid)),
  });
}

export const synonymsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'synonyms'],
    queryFn: async ({ signal }) => (await api.call(getSynonyms, { params: { kbid }, signal })).synonyms,
  });

export function useSaveSynonyms(kbid: string) {
  return useMutation({
    mutationFn: (synonyms: Record<string, string[]>) => api.call(putSynonyms, { params: { kbid }, body: { synonyms } }),
    ...reread(synonymsQuery(kbid)),
  });
}

/** Types of entities that documents of a box name. */
export const entityTypesQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'entity-types'],
    queryFn: async ({ signal }) => {
      const { groups } = await api.call(listEntitiesGroups, { params: { kbid }, signal });
      return Object.keys(groups).sort((one, other) => one.localeCompare(other));
    },
  });

/** An entity that documents mention. */
export interface NamedEntity {
  readonly name: string;
  /** Names that it replaces. */
  readonly represents: readonly string[];
}

/** Entities of one type, the most frequent first. */
export const entitiesQuery = (kbid: string, group: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'entity-types', group],
    queryFn: async ({ signal }) => {
      const { entities } = await api.call(getEntitiesGroup, { params: { kbid, group }, signal });
      return Object.entries(entities).map(([name, { represents }]): NamedEntity => ({ name, represents }));
    },
  });

export const kvSchemasQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'kv-schemas'],
    queryFn: async ({ signal }) => (await api.call(listKvSchemas, { params: { kbid }, signal })).schemas,
  });

export function useSaveSchema(kbid: string, isNew: boolean) {
  return useMutation({
    mutationFn: async (schema: KvSchema) => {
      const { id, ...body } = schema;
      if (isNew) await api.call(createKvSchema, { params: { kbid }, body: schema });
      else await api.call(modifyKvSchema, { params: { kbid, schema_id: id }, body });
    },
    ...reread(kvSchemasQuery(kbid)),
  });
}

export function useDeleteSchema(kbid: string) {
  return useMutation({
    mutationFn: (schema_id: string) => api.call(deleteKvSchema, { params: { kbid, schema_id } }),
    ...reread(kvSchemasQuery(kbid)),
  });
}
