import { CloseButton, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { ConfigurationChoice } from '../../parts/configuration-choice';
import { EmptyBox, useIsEmpty } from '../../parts/empty-box';
import { EmptyState } from '../../parts/empty-state';
import { AsGroups } from '../../parts/filters/as-groups';
import { FilterChips } from '../../parts/filters/filter-chips';
import { FilterButton } from '../../parts/filters/filter-panel';
import { hasFilters } from '../../parts/filters/filters';
import { Page } from '../../parts/page';
import { Results } from './results';
import './search.css';
import { useSearchParams, useWrittenQuery } from './use-search-params';

const SETTLED_MS = 250;

/** Passages of a box, while somebody types. */
export function SearchPage() {
  const { t } = useTranslation('search');
  const kbid = useKbid();
  const params = useSearchParams();
  const [typed, setTyped] = useState(params.query);
  const [settled] = useDebouncedValue(typed, SETTLED_MS);
  useWrittenQuery(settled, params, setTyped);
  const { filters, setFilters, configuration, setConfiguration } = params;
  const query = settled.trim();
  return (
    <Page title={t('title')}>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <QueryField value={typed} onChange={setTyped} />
          <FilterButton kbid={kbid} filters={filters} onChange={setFilters} />
        </Group>
        <FilterChips filters={filters} onChange={setFilters} />
        <Group gap="xs">
          <ConfigurationChoice kbid={kbid} kind="find" value={configuration} onChange={setConfiguration} />
          <AsGroups filters={filters} onChange={setFilters} />
        </Group>
      </Stack>
      {query === '' && !hasFilters(filters) ? (
        <Start kbid={kbid} />
      ) : (
        <Results
          key={JSON.stringify([kbid, query, filters, configuration])}
          kbid={kbid}
          query={query}
          filters={filters}
          configuration={configuration}
        />
      )}
    </Page>
  );
}

function Start({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search');
  if (useIsEmpty(kbid)) return <EmptyBox kbid={kbid} />;
  return <EmptyState icon={<SearchIcon size={48} aria-hidden />} title={t('start.title')} text={t('start.text')} />;
}

interface QueryFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function QueryField({ value, onChange }: QueryFieldProps) {
  const { t } = useTranslation('search');
  return (
    <TextInput
      type="search"
      flex="1 1 0"
      miw={0}
      dir="auto"
      aria-label={t('label')}
      placeholder={t('placeholder')}
      leftSection={<SearchIcon size={18} aria-hidden />}
      rightSection={value !== '' && <CloseButton aria-label={t('clear')} onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={2_000}
      autoComplete="off"
    />
  );
}
