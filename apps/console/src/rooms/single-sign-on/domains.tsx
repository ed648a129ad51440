import { Alert, Badge, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { AccountDomain } from '@lectern/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { CopyText } from '../../parts/copy-text';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { domainsQuery, operatorQuery, useVerifyDomain } from './single-sign-on';

/** Domains with their records, and whether they are proved. */
export function Domains({ account }: { readonly account: string }) {
  const { t } = useTranslation('single-sign-on');
  const query = useQuery(domainsQuery(account));
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('domains.title')}
      </Title>
      <Text size="sm">{t('domains.text')}</Text>
      <Loaded query={query}>
        {(domains) => domains.map((domain) => <Domain key={domain.domain} account={account} domain={domain} />)}
      </Loaded>
    </Stack>
  );
}

interface DomainProps {
  readonly account: string;
  readonly domain: AccountDomain;
}

function Domain({ account, domain }: DomainProps) {
  const { t } = useTranslation('single-sign-on');
  const { domain: name, verified_by: by } = domain;
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <Badge variant="default" tt="none">
            {by === null ? t('domains.unverified') : t(`domains.by.${by}`)}
          </Badge>
        </Group>
        {by === null && <Proof account={account} domain={domain} />}
      </Stack>
    </Paper>
  );
}

/** The record that proves a domain; for operators, their word. */
function Proof({ account, domain: { domain, record } }: DomainProps) {
  const { t } = useTranslation('single-sign-on');
  const { data: isOperator = false } = useQuery(operatorQuery);
  const verify = useVerifyDomain(account, 'record');
  const confirm = useVerifyDomain(account, 'word');
  const onSuccess = () => notify(t('domains.done', { domain }));
  const error = verify.error ?? confirm.error;
  return (
    <>
      <Alert color="yellow" role="status" title={t('domains.waits')} />
      <Line label={t('domains.name')} value={record.name} />
      <Line label={t('domains.value')} value={record.value} />
      {error && <FailureNotice error={error} />}
      <Group>
        <BusyButton
          isBusy={verify.isPending}
          aria-label={t('domains.verifyOf', { domain })}
          onClick={() => verify.mutate(domain, { onSuccess })}
        >
          {t('domains.verify')}
        </BusyButton>
        {isOperator && (
          <BusyButton
            variant="default"
            isBusy={confirm.isPending}
            aria-label={t('domains.confirmOf', { domain })}
            onClick={() => confirm.mutate(domain, { onSuccess })}
          >
            {t('domains.confirm')}
          </BusyButton>
        )}
      </Group>
    </>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Group align="flex-end" gap="xs">
      <TextInput label={label} value={value} readOnly flex="1 1 16rem" />
      <CopyText text={value} />
    </Group>
  );
}
