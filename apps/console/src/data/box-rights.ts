import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from './accounts';

/** What this person may do with a box; nothing while that is not known. */
export interface BoxRights {
  readonly mayWrite: boolean;
  readonly mayOwn: boolean;
  readonly isKnown: boolean;
}

/** Owners of the account may do anything with its boxes, without a role on them. */
export function useBoxRights(box: KnowledgeBoxRecord | undefined): BoxRights {
  const { data: accounts } = useQuery(accountsQuery);
  const account = accounts?.find(({ id }) => id === box?.account_id);
  const mayOwn = box?.role_on_kb === 'SOWNER' || account?.can_manage_account === true;
  return {
    mayOwn,
    mayWrite: mayOwn || box?.role_on_kb === 'SCONTRIBUTOR',
    isKnown: box !== undefined && accounts !== undefined,
  };
}
