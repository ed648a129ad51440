import { ApiError } from '@lectern/client';
import {
  countContent,
  getAccountKnowledgeBox,
  type KnowledgeBoxRecord,
  listAccountKnowledgeBoxes,
  listProcessingStatus,
} from '@lectern/contracts/knowledge-box';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { failureKind } from '../api/failure';
import { queries } from '../api/queries';
import { accountsQuery } from './accounts';

const REFRESH_MS = 5_000;

/** Does not fetch a deleted box again. */
const refresh = ({ state }: { readonly state: { readonly error: unknown } }) =>
  failureKind(state.error) === 'missing' ? false : REFRESH_MS;

/** Boxes of an account that this person may see. */
export const boxesQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'boxes'],
    queryFn: async ({ signal }) => (await api.call(listAccountKnowledgeBoxes, { params: { account }, signal })).boxes,
  });

/** An address names a box without its account: the accounts of this person are asked in turn. */
async function findBox(kbid: string, signal: AbortSignal): Promise<KnowledgeBoxRecord> {
  const accounts = await queries.ensureQueryData(accountsQuery);
  let refusal: unknown = new ApiError('GET', 404, { detail: 'Knowledge Box does not exist' });
  for (const { id: account } of accounts) {
    try {
      return await api.call(getAccountKnowledgeBox, { params: { account, kbid }, signal });
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

export const boxQuery = (kbid: string) =>
  queryOptions({ queryKey: ['box', kbid], queryFn: ({ signal }) => findBox(kbid, signal) });

export function useBox(kbid: string) {
  return useQuery(boxQuery(kbid));
}

/** How much is in a box. */
export const countersQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'counters'],
    queryFn: ({ signal }) => api.call(countContent, { params: { kbid }, signal }),
    refetchInterval: refresh,
  });

/** Resources of a box that wait to be indexed by words and by meaning. */
export const backlogQuery = (kbid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'backlog'],
    queryFn: ({ signal }) => api.call(listProcessingStatus, { params: { kbid }, query: { limit: 1 }, signal }),
    refetchInterval: refresh,
  });
