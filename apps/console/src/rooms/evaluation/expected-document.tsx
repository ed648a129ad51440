import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { documentNameQuery } from '../../data/document-names';

const RESOURCE_ID = /^[0-9a-f]{32}$/;

interface ExpectedDocumentProps {
  readonly kbid: string;
  /** Id, slug, path, file name or title. */
  readonly name: string;
}

/** A document that a question should bring; one that is named by its id is shown by its title. */
export function ExpectedDocument({ kbid, name }: ExpectedDocumentProps) {
  const isId = RESOURCE_ID.test(name);
  const { data } = useQuery({ ...documentNameQuery(kbid, name), enabled: isId });
  return (
    <Text size="sm" dir="auto" lineClamp={2}>
      {isId ? (
        <Link to="/boxes/$kbid/resources/$rid" params={{ kbid, rid: name }}>
          {data?.title ?? name}
        </Link>
      ) : (
        name
      )}
    </Text>
  );
}
