import { Card, Select, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MissingLeg, MissingResource } from '@lectern/contracts/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { Loaded } from '../../parts/loaded';
import { missingQuery, type Search, titlesQuery } from './search-queries';

const SETTLED_MS = 250;

/** Asks why a document is not among the results. */
export function MissingDocument({ search }: { readonly search: Search }) {
  const { t } = useTranslation('search');
  const [rid, setRid] = useState<string | null>(null);
  return (
    <Card withBorder padding="md" component="section">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h5">
          {t('missing.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('missing.text')}
        </Text>
        <DocumentChoice rid={rid} onChoose={setRid} />
        <div role="status">{rid !== null && <Reason search={search} rid={rid} />}</div>
      </Stack>
    </Card>
  );
}

interface DocumentChoiceProps {
  readonly rid: string | null;
  readonly onChoose: (rid: string | null) => void;
}

function DocumentChoice({ rid, onChoose }: DocumentChoiceProps) {
  const { t } = useTranslation('search');
  const kbid = useKbid();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, SETTLED_MS);
  const { data = [] } = useQuery({ ...titlesQuery(kbid, words), placeholderData: keepPreviousData });
  return (
    <Select
      label={t('missing.label')}
      placeholder={t('missing.placeholder')}
      nothingFoundMessage={t('missing.nothing')}
      data={data}
      // The server has compared the titles already.
      filter={({ options }) => options}
      value={rid}
      onChange={onChoose}
      onSearchChange={setTyped}
      searchable
      clearable
      dir="auto"
      w="100%"
      maw="28rem"
    />
  );
}

function Reason({ search, rid }: { readonly search: Search; readonly rid: string }) {
  const query = useQuery(missingQuery(search, rid));
  return <Loaded query={query}>{(missing) => missing && <ReasonText missing={missing} />}</Loaded>;
}

function ReasonText({ missing: { stage, rank = 0, limit = 0, legs = [] } }: { readonly missing: MissingResource }) {
  const { t } = useTranslation('search');
  return (
    <>
      <Text size="sm">{t(`missing.stage.${stage}`, { place: rank + 1, limit })}</Text>
      {legs.map((leg) => (
        <LegText key={leg.leg} leg={leg} />
      ))}
    </>
  );
}

function LegText({
  leg: { leg, reason, absent_words: words = [], absent_phrases: phrases = [] },
}: {
  readonly leg: MissingLeg;
}) {
  const { t } = useTranslation('search');
  const absent = [...words, ...phrases.map((phrase) => `“${phrase}”`)];
  return (
    <Text size="sm">
      {t(`missing.leg.${leg}`)}: {t(`missing.reason.${reason}`)}{' '}
      {absent.length > 0 && <bdi>{t('missing.words', { words: absent.join(', ') })}</bdi>}
    </Text>
  );
}
