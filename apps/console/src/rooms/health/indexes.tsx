import { Progress, Stack, Table, Text } from '@mantine/core';
import type { IndexRun, IndexRuns } from '@lectern/contracts/knowledge-box';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { durationText, numberText } from '../../parts/quantities';
import { Count, Time } from '../../parts/quantity';
import { rebuildIndexes, verificationsQuery, verifyIndexes } from './health';
import { Section } from '../../parts/section';

/** Whether the indexes hold what the database says, as far as that was compared. */
export function Indexes() {
  const { t } = useTranslation('health');
  const query = useQuery(verificationsQuery);
  const verify = useMutation({
    mutationFn: verifyIndexes,
    onSuccess: (runs) => {
      queries.setQueryData(verificationsQuery.queryKey, runs);
      notify(t('indexes.verifyStarted'));
    },
  });
  const button = (
    <BusyButton size="xs" variant="default" isBusy={verify.isPending} onClick={() => verify.mutate()}>
      {t('indexes.verify')}
    </BusyButton>
  );
  return (
    <Section title={t('indexes.title')} actions={button}>
      {verify.error && <FailureNotice error={verify.error} />}
      <Loaded query={query}>{(runs) => <Verifications runs={runs} />}</Loaded>
    </Section>
  );
}

function Verifications({ runs }: { readonly runs: IndexRuns }) {
  const { t, i18n } = useTranslation('health');
  const { total, waiting, running } = runs.knowledge_boxes;
  if (total === 0) return <Text>{t('indexes.never')}</Text>;
  const remarkable = runs.runs.filter(({ state, differences }) => state === 'failed' || differences > 0);
  return (
    <Stack gap="xs">
      {waiting + running > 0 && <Running runs={runs} />}
      {waiting + running === 0 && remarkable.length === 0 && (
        <Text>{t('indexes.fine', { number: numberText(total, i18n.language) })}</Text>
      )}
      {remarkable.length > 0 && <Remarkable runs={remarkable} />}
    </Stack>
  );
}

function Running({ runs: { resources, eta_s } }: { readonly runs: IndexRuns }) {
  const { t, i18n } = useTranslation('health');
  const number = (value: number) => numberText(value, i18n.language);
  const text = t('indexes.running', { done: number(resources.done), total: number(resources.total) });
  const left = eta_s === null ? '' : `, ${t('indexes.left', { time: durationText(eta_s, i18n.language) })}`;
  return (
    <>
      <Text size="sm">{text + left}</Text>
      <Progress value={(100 * resources.done) / Math.max(resources.total, 1)} aria-label={text} />
    </>
  );
}

function Remarkable({ runs }: { readonly runs: readonly IndexRun[] }) {
  const { t } = useTranslation('health');
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('indexes.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('indexes.box')}</Table.Th>
            <Table.Th>{t('indexes.state')}</Table.Th>
            <Table.Th>{t('indexes.differences')}</Table.Th>
            <Table.Th>{t('indexes.ended')}</Table.Th>
            <Table.Th>{t('indexes.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunRow key={run.kb} run={run} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RunRow({ run }: { readonly run: IndexRun }) {
  const { t } = useTranslation('health');
  const rebuild = useMutation({
    mutationFn: () => rebuildIndexes(run.kb),
    onSuccess: () => notify(t('indexes.rebuildStarted')),
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/boxes/$kbid" params={{ kbid: run.kb }} className="card-link">
          {run.kb.slice(0, 8)}
        </Link>
      </Table.Td>
      <Table.Td>
        {t(`indexes.states.${run.state}`)}
        {run.error && (
          <Text size="sm" lang="en" className="content-text">
            {run.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Count value={run.differences} />
      </Table.Td>
      <Table.Td>{run.ended && <Time at={run.ended} />}</Table.Td>
      <Table.Td>
        <BusyButton size="compact-sm" variant="default" isBusy={rebuild.isPending} onClick={() => rebuild.mutate()}>
          {t('indexes.rebuild')}
        </BusyButton>
        {rebuild.error && <FailureNotice error={rebuild.error} />}
      </Table.Td>
    </Table.Tr>
  );
}
