import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon, XIcon } from '@primer/octicons-react';
import { resourceStatuses } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKindText } from '../../parts/kinds/use-kind-text';
import { useKbid } from '../../data/kbid';
import { facets } from './catalog-request';
import type { ListSearch } from './list-search';
import { childrenQuery, choicesQuery } from './resources-query';

interface FiltersProps {
  readonly search: ListSearch;
  /** Changes the search and goes to its first page. */
  readonly onChange: (change: Partial<ListSearch>) => void;
}

const TYPING_MS = 250;

/** Filters of the table. */
export function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation('resources');
  const { kinds, labels } = useChoices();
  const statuses = resourceStatuses.map((value) => ({ value, label: t(`status.${value}`) }));
  const isFiltered = [search.q, search.status, search.kind, search.label, search.hidden].some(
    (one) => one !== undefined,
  );
  const clear = { q: undefined, status: undefined, kind: undefined, label: undefined, hidden: undefined };
  const common = { size: 'sm', clearable: true, searchable: true, flex: '1 1 9rem', maw: '14rem' } as const;
  return (
    <Group gap="xs" role="search" aria-label={t('filter.label')}>
      <TitleField text={search.q ?? ''} onChange={(q) => onChange({ q: q === '' ? undefined : q })} />
      <Select
        {...common}
        aria-label={t('filter.status')}
        placeholder={t('filter.status')}
        data={statuses}
        value={search.status ?? null}
        onChange={(status) => onChange({ status: resourceStatuses.find((one) => one === status) })}
      />
      <Select
        {...common}
        aria-label={t('filter.kind')}
        placeholder={t('filter.kind')}
        data={kinds}
        value={search.kind ?? null}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
      />
      <Select
        {...common}
        aria-label={t('filter.tag')}
        placeholder={t('filter.tag')}
        data={labels}
        value={search.label ?? null}
        onChange={(label) => onChange({ label: label ?? undefined })}
      />
      <Select
        {...common}
        searchable={false}
        aria-label={t('filter.hidden')}
        placeholder={t('filter.hidden')}
        data={[
          { value: 'true', label: t('filter.hiddenOnly') },
          { value: 'false', label: t('filter.visibleOnly') },
        ]}
        value={search.hidden === undefined ? null : String(search.hidden)}
        onChange={(hidden) => onChange({ hidden: hidden === null ? undefined : hidden === 'true' })}
      />
      {isFiltered && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<XIcon size={16} aria-hidden />}
          onClick={() => onChange(clear)}
        >
          {t('filter.clear')}
        </Button>
      )}
    </Group>
  );
}

interface TitleFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Searches titles when typing pauses. */
function TitleField({ text, onChange }: TitleFieldProps) {
  const { t } = useTranslation('resources');
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback(onChange, TYPING_MS);
  useEffect(() => setTyped(text), [text]);
  return (
    <TextInput
      type="search"
      flex="2 1 14rem"
      aria-label={t('filter.title')}
      placeholder={t('filter.title')}
      leftSection={<SearchIcon size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
      maxLength={200}
      dir="auto"
    />
  );
}

/** Kinds and labels of resources of the box. */
function useChoices() {
  const kindText = useKindText();
  const kbid = useKbid();
  const { data } = useQuery(choicesQuery(kbid));
  const kinds = useQuery(childrenQuery(kbid, facets.kind, data?.types ?? [])).data ?? [];
  const labels = useQuery(childrenQuery(kbid, facets.label, data?.labelsets ?? [])).data ?? [];
  return { kinds: kinds.map((value) => ({ value, label: kindText(value) })), labels };
}
