import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { PulseIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { monthsQuery } from './activity';
import { type ActivitySearch, activitySearch, questionKinds } from './activity-search';
import { DayCharts } from './day-charts';
import { DownloadActivity } from './download-activity';
import { NewestQuestions, WeakestQuestions } from './question-list';

const route = getRouteApi('/signed-in/boxes/$kbid/activity');
const TYPED_MS = 400;

/** Questions that were asked, and how they were answered. */
export function ActivityPage() {
  const { t } = useTranslation('activity');
  const kbid = useKbid();
  const months = useQuery(monthsQuery(kbid));
  return (
    <Page title={t('title')} description={t('intro')}>
      <Loaded query={months}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState icon={<PulseIcon size={48} aria-hidden />} title={t('none.title')} text={t('none.text')} />
          ) : (
            <Months kbid={kbid} months={known} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface MonthsProps {
  readonly kbid: string;
  readonly months: readonly string[];
}

function Months({ kbid, months }: MonthsProps) {
  const { month = months[0] ?? '', order, ...filter } = route.useSearch();
  const List = order === 'weakest' ? WeakestQuestions : NewestQuestions;
  return (
    <Stack gap="lg">
      <DayCharts kbid={kbid} month={month} />
      <Group align="flex-end" justify="space-between">
        <Chooser months={months} month={month} />
        <DownloadActivity kbid={kbid} month={month} filter={filter} />
      </Group>
      <List kbid={kbid} month={month} filter={filter} />
    </Stack>
  );
}

interface ChooserProps {
  readonly months: readonly string[];
  readonly month: string;
}

function Chooser({ months, month }: ChooserProps) {
  const { t, i18n } = useTranslation('activity');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: { readonly [K in keyof ActivitySearch]?: string | undefined }) =>
    void navigate({ search: activitySearch({ ...search, ...part }), replace: true });
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const offered = months.includes(month) ? months : [month, ...months];
  return (
    <Group align="flex-end">
      <NativeSelect
        label={t('month')}
        data={offered.map((value) => ({ value, label: name.format(new Date(`${value}-01T00:00:00Z`)) }))}
        value={month}
        onChange={(event) => change({ month: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('kind.label')}
        data={questionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={search.kind ?? 'all'}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change({ kind: value === 'all' ? undefined : value });
        }}
      />
      <NativeSelect
        label={t('order.label')}
        data={(['newest', 'weakest'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
        value={search.order ?? 'newest'}
        onChange={(event) => change({ order: event.currentTarget.value === 'weakest' ? 'weakest' : undefined })}
      />
      <Words given={search.q ?? ''} onWords={(q) => change({ q: q === '' ? undefined : q })} />
    </Group>
  );
}

interface WordsProps {
  readonly given: string;
  readonly onWords: (words: string) => void;
}

function Words({ given, onWords }: WordsProps) {
  const { t } = useTranslation('activity');
  const [words, setWords] = useState(given);
  const later = useDebouncedCallback(onWords, TYPED_MS);
  return (
    <TextInput
      label={t('words')}
      type="search"
      value={words}
      onChange={(event) => {
        setWords(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
    />
  );
}
