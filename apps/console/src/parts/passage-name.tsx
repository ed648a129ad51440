import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
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
  const { title, filename, range, rid } = usePassageName(kbid, id);
  const named = [mark, title].filter(Boolean).join(' ');
  const below = [filename, withPlace && range].filter(Boolean);
  return (
    <>
      {rid === undefined ? (
        <Text size="sm">{named}</Text>
      ) : (
        <PassageLink kbid={kbid} rid={rid} paragraph={id}>
          <span dir="auto">{named}</span>
        </PassageLink>
      )}
      {below.length > 0 && (
        <Text size="xs" c="dimmed" dir="auto" className="content-text">
          {below.join(' · ')}
        </Text>
      )}
    </>
  );
}

/** What a passage is called: its id while the title is not known. */
export function usePassageName(kbid: string, id: string) {
  const { t } = useTranslation();
  const place = passagePlace(id);
  const { data } = useQuery({ ...documentNameQuery(kbid, place?.rid ?? ''), enabled: place !== undefined });
  if (!place || !data) return { title: shortName(id), rid: place?.rid };
  const { title, filename } = data;
  const range = t('passage.range', { from: place.start, to: place.end });
  return { title, filename: fileNameBeside(title, filename), range, rid: place.rid };
}

/** The id of a paragraph with the beginning of its resource only. */
function shortName(id: string): string {
  const [rid = id, ...rest] = id.split('/');
  return rest.length > 0 ? `${rid.slice(0, RID_CHARS)}… / ${rest.join('/')}` : id;
}
