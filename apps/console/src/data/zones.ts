import { listKnowledgeBoxIndex, listZones, type Zone } from '@lectern/contracts/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { sessionQuery } from '../session/session';

/** A zone that serves a console of its own. */
export interface OtherZone extends Pick<Zone, 'id' | 'title' | 'origin'> {
  /** Boxes of the account there; undefined until that is known. */
  readonly boxes: number | undefined;
}

const zonesQuery = queryOptions({
  queryKey: ['zones'],
  queryFn: async ({ signal }) => (await api.call(listZones, { signal })).zones,
});

const indexQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'index'],
    queryFn: async ({ signal }) => (await api.call(listKnowledgeBoxIndex, { params: { account }, signal })).boxes,
  });

/** Zones besides the one that serves this page, with their boxes of an account. None where the accounts are here. */
export function useOtherZones(account: string): readonly OtherZone[] {
  const { data: session } = useQuery(sessionQuery);
  const own = session?.zone;
  const { data: zones = [] } = useQuery({ ...zonesQuery, enabled: own !== undefined });
  const others = zones.filter(({ slug }) => slug !== own);
  const { data: index } = useQuery({ ...indexQuery(account), enabled: own !== undefined && others.length > 0 });
  return others.map(({ id, title, origin }) => ({
    id,
    title,
    origin,
    boxes: index?.filter(({ zone_id }) => zone_id === id).length,
  }));
}
