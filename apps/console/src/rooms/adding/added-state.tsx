import { Text } from '@mantine/core';
import { getResource, type Resource } from '@lectern/contracts/knowledge-box';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { useChanges } from '../../data/changes';
import type { Change } from '../../data/change-stream';
import { ToResource } from './to-resource';

/** Changes may be missed: what is being processed is looked at again, too. */
const AGAIN_MS = 5_000;

const addedQuery = (kbid: string, rid: string) =>
  queryOptions({
    queryKey: ['box', kbid, 'added', rid],
    queryFn: async ({ signal }) => {
      const resource = await api.document(getResource, {
        params: { kbid, rid },
        query: { show: ['basic', 'errors'] },
        signal,
      });
      return { status: resource.metadata?.status ?? 'PENDING', error: errorOf(resource) };
    },
    refetchInterval: ({ state: { data } }) => (!data || data.status === 'PENDING' ? AGAIN_MS : false),
  });

/** The first reason why processing failed, or left something out. */
function errorOf({ data = {} }: Resource): string | undefined {
  const fields = Object.values(data).flatMap((ofType: Readonly<Record<string, { errors?: readonly Found[] }>> = {}) =>
    Object.values(ofType),
  );
  const all = fields.flatMap(({ errors = [] }) => errors);
  return (all.find(({ severity }) => severity === 'ERROR') ?? all[0])?.body;
}

interface Found {
  readonly severity: 'ERROR' | 'WARNING';
  readonly body: string;
}

/** How far processing of something added is: `working`, `ready`, `partly` with something left out, or `failed`. */
export function useAddedState(kbid: string, rid: string | undefined) {
  const { data } = useQuery({ ...addedQuery(kbid, rid ?? ''), enabled: rid !== undefined && rid !== '' });
  const isOfThis = useCallback((change: Change) => change.kind === 'missed' || change.rid === rid, [rid]);
  const refresh = useCallback(() => {
    if (rid) void queries.invalidateQueries({ queryKey: addedQuery(kbid, rid).queryKey });
  }, [kbid, rid]);
  useChanges(kbid, isOfThis, refresh);
  if (!data || data.status === 'PENDING') return { kind: 'working' } as const;
  const { status, error } = data;
  if (status !== 'PROCESSED' && status !== 'EMPTY') return { kind: 'failed', error } as const;
  return error === undefined ? ({ kind: 'ready' } as const) : ({ kind: 'partly', error } as const);
}

interface AddedStateProps {
  readonly kbid: string;
  readonly rid: string | undefined;
  readonly state: ReturnType<typeof useAddedState>;
}

/** The state in a line, with the way to the resource. */
export function AddedState({ kbid, rid, state }: AddedStateProps) {
  const { t } = useTranslation('adding');
  const { kind } = state;
  const error = 'error' in state ? state.error : undefined;
  return (
    <Text size="xs" className="one-line" title={error} c={kind === 'failed' ? 'var(--mantine-color-error)' : undefined}>
      {t(`state.${kind}`)} {rid !== undefined && rid !== '' && <ToResource kbid={kbid} rid={rid} />}
      {error !== undefined && <span lang="en"> {error}</span>}
    </Text>
  );
}
