import { listAccountKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';

/** Agents of an account that this person may see. */
export const agentsQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'agents'],
    queryFn: async ({ signal }) =>
      (await api.call(listAccountKnowledgeBoxes, { params: { account }, query: { mode: 'agents' }, signal })).boxes,
  });
