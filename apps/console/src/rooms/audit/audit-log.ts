import { type AuditAction, listAccountMembers, listAuditEvents } from '@lectern/contracts/accounts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

const PAGE = 50;

/** Events of an account, newest first. */
export const auditQuery = (account: string, action: AuditAction | undefined) =>
  infiniteQueryOptions({
    queryKey: ['account', account, 'audit', action ?? 'all'],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { size: PAGE, ...(action && { action }), ...(before !== null && { before }) };
      return api.call(listAuditEvents, { params: { account }, query, signal });
    },
    // The first page is before nothing.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Names of members by id. */
export const namesQuery = (account: string) =>
  queryOptions({
    queryKey: ['account', account, 'member-names'],
    queryFn: async ({ signal }) => {
      const { users } = await api.call(listAccountMembers, { params: { account }, signal });
      return new Map(users.map(({ id, name, email }) => [id, name || email]));
    },
  });

/** `role: SMEMBER, email: ada@example.org` */
export function detailsText(details: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(details).filter(([, value]) => value !== null && value !== undefined);
  return shown
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
