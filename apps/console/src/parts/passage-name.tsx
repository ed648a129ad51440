import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { documentNameQuery } from '../data/document-names';
import { fileNameBeside } from './file-name';
import { passagePlace } from './passage/passage-id';
import { PassageLink } from './passage-link';

interface PassageNameProps {
  readonly kbid: string;
  /** Id of a paragraph, or another key of a context. */
  readonly id: string;
  /** Before the title, such as a number. */
  readonly mark?: string;
  /** Whether the place in the document follows, which tells its passages apart. */
  readonly withPlace?: boolean;
}

const RID_CHARS = 8;

/** A passage by the title of its document, and by its file where the title does not say it; a link to it. */
export function PassageName({ kbid, id, mark, withPlace = false }: PassageNameProps) {
  const place = passagePlace(id);
  const { data } = useQuery({ ...documentNameQuery(kbid, place?.rid ?? ''), enabled: place !== undefined });
  const named = [mark, data?.title ?? shortName(id)].filter(Boolean).join(' ');
  const below = [data && fileNameBeside(data.title, data.filename), withPlace && data && placeIn(id)].filter(Boolean);
  return (
    <>
      {place ? (
        <PassageLink kbid={kbid} rid={place.rid} paragraph={id}>
          <span dir="auto">{named}</span>
        </PassageLink>
      ) : (
        <Text size="sm">{named}</Text>
      )}
      {below.length > 0 && (
        <Text size="xs" c="dimmed" dir="auto" className="content-text">
          {below.join(' · ')}
        </Text>
      )}
    </>
  );
}

/** Field and range of a paragraph. */
function placeIn(id: string): string {
  return id.split('/').slice(1).join('/');
}

/** The id of a paragraph with the beginning of its resource only. */
export function shortName(id: string): string {
  const [rid = id, ...rest] = id.split('/');
  return rest.length > 0 ? `${rid.slice(0, RID_CHARS)}… / ${rest.join('/')}` : id;
}
