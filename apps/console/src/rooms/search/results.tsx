import { Alert, Group, Stack, Text } from '@mantine/core';
import { AlertIcon, CircleSlashIcon } from '@primer/octicons-react';
import type { FindAnswer } from '@lectern/contracts/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { EmptyState } from '../../parts/empty-state';
import type { Filters } from '../../parts/filters/filters';
import { Loaded } from '../../parts/loaded';
import { foundResources } from './found-resources';
import { MissingDocument } from './missing-document';
import { ResultCard } from './result-card';
import { type Search, searchQuery, SHOWN_MAX, STEP } from './search-queries';

interface ResultsProps {
  readonly kbid: string;
  readonly query: string;
  readonly filters: Filters;
  /** Name of a search configuration; undefined without one. */
  readonly configuration: string | undefined;
}

/** Results of a search, with a button for more; its key is the search. */
export function Results(props: ResultsProps) {
  const [shown, setShown] = useState(STEP);
  const search: Search = { ...props, shown };
  const query = useQuery({ ...searchQuery(search), placeholderData: keepPreviousData });
  const size = query.data?.results.page_size ?? shown;
  const more = () => setShown(Math.min(size + STEP, SHOWN_MAX));
  return (
    <Stack gap="lg">
      <Loaded query={query}>
        {(answer) => <Found answer={answer} search={search} onMore={more} isLoading={query.isFetching} />}
      </Loaded>
      {search.query !== '' && query.isSuccess && <MissingDocument search={search} />}
    </Stack>
  );
}

interface FoundProps {
  readonly answer: FindAnswer;
  readonly search: Search;
  readonly onMore: () => void;
  readonly isLoading: boolean;
}

function Found({ answer, search, onMore, isLoading }: FoundProps) {
  const { t } = useTranslation('search');
  const resources = foundResources(answer.results);
  return (
    <Stack gap="md">
      <Warnings {...answer} />
      {resources.length === 0 ? (
        <EmptyState icon={<CircleSlashIcon size={48} aria-hidden />} title={t('none.title')} text={t('none.text')} />
      ) : (
        <>
          <Summary passages={answer.results.best_matches.length} documents={resources.length} />
          {isFuzzy(resources) && <Text size="sm">{t('fuzzy')}</Text>}
          <Stack component="ul" className="plain-list" gap="md">
            {resources.map((resource) => (
              <ResultCard key={resource.id} resource={resource} search={search} />
            ))}
          </Stack>
          <More answer={answer} shown={search.shown} onMore={onMore} isLoading={isLoading} />
        </>
      )}
    </Stack>
  );
}

function isFuzzy(resources: ReturnType<typeof foundResources>): boolean {
  return resources.every(({ paragraphs }) => paragraphs.every(({ fuzzy_result }) => fuzzy_result));
}

function Summary({ passages, documents }: { readonly passages: number; readonly documents: number }) {
  const { t } = useTranslation('search');
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('found', { count: passages, resources: t('resources', { count: documents }) })}
    </Text>
  );
}

/** An answer with a part missing says which one; those words are the server's. */
function Warnings({ incomplete, results: { warnings = [] } }: FindAnswer) {
  const { t } = useTranslation('search');
  if (!incomplete && warnings.length === 0) return null;
  return (
    <Alert color="yellow" icon={<AlertIcon size={20} aria-hidden />} title={t('incompleteShort')}>
      {incomplete && <Text size="sm">{t('incomplete')}</Text>}
      {warnings.map((warning) => (
        <Text key={warning} size="sm" lang="en" className="content-text">
          {warning}
        </Text>
      ))}
    </Alert>
  );
}

function More({ answer, shown, onMore, isLoading }: Omit<FoundProps, 'search'> & { readonly shown: number }) {
  const { t } = useTranslation('search');
  if (!answer.results.next_page) return null;
  if (shown >= SHOWN_MAX)
    return (
      <Text size="sm" c="dimmed">
        {t('all', { count: shown })}
      </Text>
    );
  return (
    <Group justify="center">
      <BusyButton variant="default" onClick={onMore} isBusy={isLoading}>
        {t('more')}
      </BusyButton>
    </Group>
  );
}
