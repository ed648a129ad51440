import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OneLine } from '../../parts/one-line';
import type { Source } from './citations';

interface SourceListProps {
  readonly sources: readonly Source[];
  readonly onOpen: (source: Source) => void;
}

/** The documents that an answer cites, by number. */
export function SourceList({ sources, onOpen }: SourceListProps) {
  const { t } = useTranslation('ask');
  if (sources.length === 0) return null;
  return (
    <ol className="plain-list source-list" aria-label={t('source.title')}>
      {sources.map((source) => (
        <li key={source.key}>
          <UnstyledButton className="source" onClick={() => onOpen(source)}>
            <span className="citation-number">{source.number}</span>
            <Text span size="sm" className="one-line" dir="auto">
              {source.passage?.title ?? t('source.unknown')}
            </Text>
            {source.passage?.filename !== undefined && (
              <OneLine size="xs" c="dimmed">
                {source.passage.filename}
              </OneLine>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
