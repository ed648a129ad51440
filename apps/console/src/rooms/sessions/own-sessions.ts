import { endOwnSession, listOwnSessions, type OwnSessionList } from '@lectern/contracts/accounts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { queries } from '../../api/queries';

export type Session = OwnSessionList['sessions'][number];

/** What is signed in as this person. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await api.call(listOwnSessions, { signal })).sessions,
});

export function useEndSession() {
  return useMutation({
    mutationFn: (session_id: string) => api.call(endOwnSession, { params: { session_id } }),
    // Also after a refusal: it may have ended elsewhere.
    onSettled: () => queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
}
