import { useQuery } from '@tanstack/react-query';
import { useBox } from './boxes';
import { membersQuery } from './members';

/** Name of a person by id, among the members of the account of a box; the id of anybody else. */
export function usePersonName(kbid: string): (id: string) => string {
  const account = useBox(kbid).data?.account_id;
  const { data = [] } = useQuery({ ...membersQuery(account ?? ''), enabled: account !== undefined });
  return (id) => {
    const member = data.find((one) => one.id === id);
    return member ? member.name || member.email : id;
  };
}
