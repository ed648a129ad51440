import { Text } from '@mantine/core';
import { getResource } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';

const RESOURCE_ID = /^[0-9a-f]{32}$/;
const FRESH_MS = 60_000;

interface ExpectedDocumentProps {
  readonly kbid: string;
  /** Id, slug, path, file name or title. */
  readonly name: string;
}

/** A document that a question should bring; one that is named by its id is shown by its title. */
export function ExpectedDocument({ kbid, name }: ExpectedDocumentProps) {
  const isId = RESOURCE_ID.test(name);
  const { data: title } = useQuery({
    queryKey: ['box', kbid, 'title', name],
    enabled: isId,
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { show: ['basic' as const] };
      return (await api.document(getResource, { params: { kbid, rid: name }, query, signal })).title ?? name;
    },
  });
  return (
    <Text size="sm" dir="auto" lineClamp={2}>
      {isId ? (
        <Link to="/boxes/$kbid/resources/$rid" params={{ kbid, rid: name }}>
          {title ?? name}
        </Link>
      ) : (
        name
      )}
    </Text>
  );
}
