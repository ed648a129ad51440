import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { AlertIcon, CheckCircleIcon, XCircleIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { failedTasksQuery, healthQuery, isForRunners, type Readiness, versionQuery } from './health';
import { Indexes } from './indexes';
import { Models } from './models';
import { Parts } from './parts';
import { Queue } from './queue';
import { Section } from '../../parts/section';

const looks = {
  ok: { color: 'green', Mark: CheckCircleIcon },
  degraded: { color: 'yellow', Mark: AlertIcon },
  'not ready': { color: 'red', Mark: XCircleIcon },
} as const;

function Status({ status }: { readonly status: Readiness }) {
  const { t } = useTranslation('health');
  const { color, Mark } = looks[status];
  return <Alert color={color} role="status" icon={<Mark size={20} aria-hidden />} title={t(`status.${status}`)} />;
}

/** State of the parts, the queue, and remedies. */
export function HealthPage() {
  const { t } = useTranslation('health');
  const health = useQuery(healthQuery);
  return (
    <Page title={t('title')} description={t('intro')}>
      <Loaded query={health}>
        {(report) => (
          <>
            <Status status={report.status} />
            <Parts checks={report.checks} />
          </>
        )}
      </Loaded>
      <ForRunners />
      <Version />
    </Page>
  );
}

/** Content for administrators of the deployment only. */
function ForRunners() {
  const { t } = useTranslation('health');
  const { error } = useQuery(failedTasksQuery);
  if (isForRunners(error)) return <Text c="dimmed">{t('rootOnly')}</Text>;
  return (
    <Stack gap="lg">
      <Queue />
      <Indexes />
      <Models />
    </Stack>
  );
}

function Version() {
  const { t } = useTranslation('health');
  const query = useQuery(versionQuery);
  return (
    <Section title={t('version.title')}>
      <Loaded query={query}>
        {({ lectern: { installed, latest } }) => (
          <Text>
            {t('version.installed', { version: installed })}
            {latest !== null && ` · ${t('version.latest', { version: latest })}`}
          </Text>
        )}
      </Loaded>
      <Anchor href={import.meta.env.LICENCES} target="_blank">
        {t('version.licences')}
      </Anchor>
    </Section>
  );
}
