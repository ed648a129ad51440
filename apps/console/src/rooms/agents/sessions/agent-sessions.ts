import { createSession, deleteSession, listSessions, type SessionPayload } from '@lectern/contracts/agents';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';

const PAGE = 50;

/** Sessions of an agent, page by page. */
export const sessionsQuery = (agent_id: string) =>
  infiniteQueryOptions({
    queryKey: ['agent', agent_id, 'sessions'],
    queryFn: ({ pageParam: page, signal }) =>
      api.document(listSessions, { params: { agent_id }, query: { page, size: PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { page, last } }) => (last ? undefined : page + 1),
  });

const changed = (agent: string) => ({
  onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery(agent).queryKey }),
});

export function useCreateSession(agent_id: string) {
  return useMutation({
    mutationFn: (body: SessionPayload) => api.call(createSession, { params: { agent_id }, body }),
    ...changed(agent_id),
  });
}

export function useDeleteSession(agent_id: string) {
  return useMutation({
    mutationFn: (session: string) => api.call(deleteSession, { params: { agent_id, session } }),
    ...changed(agent_id),
  });
}
