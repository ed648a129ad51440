import { listLabelsets } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

/** Labelsets of a box by id. */
export const labelsetsQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'labelsets'],
    queryFn: async ({ signal }) => (await api.document(listLabelsets, { params: { kbid }, signal })).labelsets,
  });
