import { Alert, Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { Section } from '../../parts/section';
import type { MergeProposal, NameMerge } from './merge-proposal';
import { nameTasksQuery, useAlignTask } from './merge-tasks';

/** Finds labels and names that mean the same, and merges those that are chosen. */
export function NameMerges({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(nameTasksQuery(kbid));
  const { proposal: last } = query.data ?? {};
  const { mutate, isPending, error } = useAlignTask(kbid);
  const isWorking = last?.state === 'working' || last?.applying === 'working';
  const find = (
    <BusyButton size="xs" variant="default" isBusy={isPending || isWorking} onClick={() => mutate(undefined)}>
      {t('merges.find')}
    </BusyButton>
  );
  return (
    <Section title={t('merges.title')} actions={find}>
      <Text size="sm">{t('merges.intro')}</Text>
      {error && <FailureNotice error={error} />}
      <Loaded query={query}>
        {({ proposal }) =>
          proposal && (
            <Proposal
              key={proposal.id}
              proposal={proposal}
              isPending={isPending}
              onApply={(merges) => mutate({ apply: proposal.id, merges })}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

interface ProposalProps {
  readonly proposal: MergeProposal;
  readonly isPending: boolean;
  readonly onApply: (merges: number[]) => void;
}

function Proposal({ proposal: { state, merges, applying, log }, isPending, onApply }: ProposalProps) {
  const { t } = useTranslation('search-settings');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = merges.map(({ number }) => number).filter((number) => !left.has(number));
  const toggle = (number: number) =>
    setLeft(
      (before) => new Set(before.has(number) ? [...before].filter((one) => one !== number) : [...before, number]),
    );
  const text = applying === undefined ? t(`merges.states.${state}`, { count: merges.length }) : t(`merges.${applying}`);
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {text}
      </Text>
      {log && (
        <Alert color="yellow">
          <Text size="sm" lang="en" className="content-text">
            {log}
          </Text>
        </Alert>
      )}
      {applying === undefined && merges.length > 0 && (
        <>
          {merges.map((merge) => (
            <Checkbox
              key={merge.number}
              checked={!left.has(merge.number)}
              onChange={() => toggle(merge.number)}
              label={<MergeLabel merge={merge} />}
            />
          ))}
          <Text size="sm">{t('merges.forGood')}</Text>
          <Group>
            <BusyButton isBusy={isPending} disabled={chosen.length === 0} onClick={() => onApply(chosen)}>
              {t('merges.apply', { count: chosen.length })}
            </BusyButton>
          </Group>
        </>
      )}
    </Stack>
  );
}

function MergeLabel({ merge: { group, keep, merged } }: { readonly merge: NameMerge }) {
  return (
    <span className="content-text">
      <Badge variant="default" tt="none">
        {group}
      </Badge>{' '}
      <bdi>{merged.join(', ')}</bdi> → <strong dir="auto">{keep}</strong>
    </span>
  );
}
