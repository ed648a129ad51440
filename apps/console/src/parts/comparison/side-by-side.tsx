import { Badge, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../loaded';
import { PassageLink } from '../passage-link';
import { type Change, changeOf, type Movement, movements } from './movements';
import { type FoundPassage, type Trial, trialQuery, type TrialResults } from './trial-query';

const SETTLED_MS = 300;
const QUERY_CHARS_MAX = 2_000;

interface SideBySideProps {
  readonly kbid: string;
  readonly before: Trial;
  readonly after: Trial;
}

/** A live search in two ways, next to each other, with how each result moved. */
export function SideBySide(props: SideBySideProps) {
  const { t } = useTranslation('comparison');
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), SETTLED_MS);
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={t('label')}
        description={t('hint')}
        leftSection={<SearchIcon size={18} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={QUERY_CHARS_MAX}
        dir="auto"
        autoComplete="off"
      />
      {query !== '' && <BothSides {...props} query={query} />}
    </Stack>
  );
}

function BothSides({ kbid, before, after, query }: SideBySideProps & { readonly query: string }) {
  const [members] = useDebouncedValue(after.members, SETTLED_MS);
  const first = useQuery({ ...trialQuery(kbid, query, before.members), placeholderData: keepPreviousData });
  const second = useQuery({ ...trialQuery(kbid, query, members), placeholderData: keepPreviousData });
  const idsOf = (results: TrialResults | undefined) => results?.passages.map(({ id }) => id) ?? [];
  const isComplete = first.data !== undefined && second.data !== undefined;
  const moved = isComplete ? movements(idsOf(first.data), idsOf(second.data)) : [];
  return (
    <Stack gap="sm">
      {isComplete && <Summary moved={moved} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Side kbid={kbid} title={before.title} query={first} moved={moved} shows={(change) => change === 'gone'} />
        <Side kbid={kbid} title={after.title} query={second} moved={moved} shows={(change) => change !== 'gone'} />
      </SimpleGrid>
    </Stack>
  );
}

function Summary({ moved }: { readonly moved: readonly Movement[] }) {
  const { t } = useTranslation('comparison');
  const counts = Map.groupBy(moved, changeOf);
  const parts = (['up', 'down', 'new', 'gone'] as const).flatMap((change) => {
    const count = counts.get(change)?.length ?? 0;
    return count === 0 ? [] : [t(`summary.${change}`, { count })];
  });
  return (
    <Text size="sm" role="status">
      {parts.length === 0 ? t('summary.same') : parts.join(' · ')}
    </Text>
  );
}

interface SideProps {
  readonly kbid: string;
  readonly title: string;
  readonly query: UseQueryResult<TrialResults>;
  readonly moved: readonly Movement[];
  /** Which changes are shown on this side. */
  readonly shows: (change: Change) => boolean;
}

function Side({ kbid, title, query, moved, shows }: SideProps) {
  const { t } = useTranslation('comparison');
  const movementOf = new Map(moved.map((one) => [one.id, one]));
  return (
    <Paper withBorder p="sm" component="section" aria-label={title} opacity={query.isPlaceholderData ? 0.6 : 1}>
      <Stack gap="xs">
        <Title order={3} size="h5" className="content-text" dir="auto">
          {title}
        </Title>
        <Loaded query={query}>
          {({ passages, warnings }) => (
            <>
              {warnings.map((warning) => (
                <Text key={warning} size="sm" lang="en" className="content-text">
                  {warning}
                </Text>
              ))}
              {passages.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t('none')}
                </Text>
              )}
              <Stack component="ol" gap="sm" className="plain-list">
                {passages.map((passage, place) => {
                  const movement = movementOf.get(passage.id);
                  const isShown = movement !== undefined && shows(changeOf(movement));
                  return (
                    <li key={passage.id}>
                      <Found kbid={kbid} place={place} passage={passage} movement={isShown ? movement : undefined} />
                    </li>
                  );
                })}
              </Stack>
            </>
          )}
        </Loaded>
      </Stack>
    </Paper>
  );
}

interface FoundProps {
  readonly kbid: string;
  /** From 0. */
  readonly place: number;
  readonly passage: FoundPassage;
  /** Undefined where it is not shown. */
  readonly movement: Movement | undefined;
}

const colors = { same: 'gray', up: 'green', down: 'orange', new: 'blue', gone: 'red' } as const;

function Found({ kbid, place, passage: { id, rid, title, text }, movement }: FoundProps) {
  const { t } = useTranslation('comparison');
  const change = movement && changeOf(movement);
  const steps = Math.abs((movement?.before ?? 0) - (movement?.after ?? 0));
  return (
    <>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <Text size="sm" fw={600} className="content-text" dir="auto" lineClamp={2}>
          {place + 1}.{' '}
          <PassageLink kbid={kbid} rid={rid} paragraph={id}>
            {title}
          </PassageLink>
        </Text>
        {change && change !== 'same' && (
          <Badge variant="outline" color={colors[change]} className="status-badge" tt="none" flex="none">
            {t(`change.${change}`, { count: steps })}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="content-text" dir="auto" lineClamp={3}>
        {text}
      </Text>
    </>
  );
}
