import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { Time } from '../../parts/quantity';
import { Section } from '../../parts/section';
import { Comparison } from './comparison';
import { runQuery, runsQuery, useDeleteRun } from './evaluation';
import { FiguresTable } from './figures-table';
import type { LoadedRun } from './loaded-run';
import { ReportFiles } from './report-files';
import { ResultList } from './result-list';
import { RunBadge } from './run-list';
import './evaluation.css';

const route = getRouteApi('/signed-in/boxes/$kbid/evaluation/runs/$run');

/** A run: its figures, its questions, and how it differs from others. */
export function RunPage() {
  const kbid = useKbid();
  const { run: id } = route.useParams();
  const query = useQuery(runQuery(kbid, id));
  return <Loaded query={query}>{(run) => <RunReport key={id} kbid={kbid} loaded={run} />}</Loaded>;
}

interface RunReportProps {
  readonly kbid: string;
  readonly loaded: LoadedRun;
}

function RunReport({ kbid, loaded }: RunReportProps) {
  const { t } = useTranslation('evaluation');
  const { variant: index = 0, with: otherId } = route.useSearch();
  const other = useQuery({ ...runQuery(kbid, otherId ?? ''), enabled: otherId !== undefined });
  const { state, run } = loaded;
  const shown = run.variants[index] ?? run.variants[0];
  const before = otherId === undefined ? undefined : other.data?.run;
  const was = before
    ? (before.variants.find(({ name }) => name === shown?.name) ?? before.variants[0])
    : index > 0
      ? run.variants[0]
      : undefined;
  return (
    <Page
      title={state.title}
      description={<Facts kbid={kbid} loaded={loaded} />}
      actions={<ReportFiles run={run} before={before} />}
    >
      <Stack gap="lg">
        {state.error !== null && (
          <Text role="alert" lang="en">
            {state.error}
          </Text>
        )}
        <Section title={t('figures')}>
          <FiguresTable state={state} />
          <Text size="sm" c="dimmed">
            {t('figure.explained', { k: state.k })}
          </Text>
        </Section>
        <Choices kbid={kbid} loaded={loaded} />
        {other.isError && otherId !== undefined && <FailureNotice error={other.error} />}
        {was && shown && (
          <Section title={t('compare.title')}>
            <Comparison was={was} now={shown} />
          </Section>
        )}
        {shown && (
          <Section
            title={t('results.title', { variant: shown.name === 'default' ? t('variant.default') : shown.name })}
          >
            <ResultList results={shown.questions} />
          </Section>
        )}
      </Stack>
    </Page>
  );
}

function Facts({ kbid, loaded: { state } }: RunReportProps) {
  const { t } = useTranslation('evaluation');
  return (
    <Group gap="xs" component="span">
      <Link to="/boxes/$kbid/evaluation/sets/$set" params={{ kbid, set: state.set_id }}>
        {t('runs.ofSet')}
      </Link>
      <span>
        {t('run.facts', { count: state.size })} · <Time at={state.created} />
      </span>
      <RunBadge run={state} />
    </Group>
  );
}

/** Which variant is shown, and with which run it is compared. */
function Choices({ kbid, loaded: { state } }: RunReportProps) {
  const { t, i18n } = useTranslation('evaluation');
  const navigate = useNavigate();
  const { variant = 0, with: other } = route.useSearch();
  const runs = useQuery(runsQuery(kbid, state.set_id));
  const removal = useDeleteRun(kbid);
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const others = (runs.data ?? []).filter(({ id }) => id !== state.id);
  const go = (search: { readonly variant?: number | undefined; readonly with?: string | undefined }) =>
    void navigate({
      to: '/boxes/$kbid/evaluation/runs/$run',
      params: { kbid, run: state.id },
      search: { ...(search.variant ? { variant: search.variant } : {}), ...(search.with ? { with: search.with } : {}) },
      replace: true,
    });
  const onDeleted = () =>
    void navigate({ to: '/boxes/$kbid/evaluation/sets/$set', params: { kbid, set: state.set_id } });
  return (
    <Group align="flex-end" className="not-printed">
      {state.variants.length > 1 && (
        <NativeSelect
          label={t('variant.label')}
          data={state.variants.map(({ name }, index) => ({
            value: String(index),
            label: name === 'default' ? t('variant.default') : name,
          }))}
          value={variant}
          onChange={(event) => go({ variant: Number(event.currentTarget.value), with: other })}
        />
      )}
      <NativeSelect
        label={t('compare.with')}
        data={[
          { value: '', label: variant > 0 ? t('compare.first') : t('compare.nothing') },
          ...others.map(({ id, created }) => ({ value: id, label: format.format(new Date(`${created}Z`)) })),
        ]}
        value={other ?? ''}
        onChange={(event) => go({ variant, with: event.currentTarget.value || undefined })}
      />
      <BusyButton
        variant="subtle"
        color="red"
        isBusy={removal.isPending}
        onClick={() => removal.mutate(state.id, { onSuccess: onDeleted })}
      >
        {t(state.state === 'running' ? 'run.stop' : 'run.delete')}
      </BusyButton>
      {removal.isError && <FailureNotice error={removal.error} />}
    </Group>
  );
}
