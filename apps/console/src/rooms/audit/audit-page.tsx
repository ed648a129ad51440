import { Select, Stack, Table } from '@mantine/core';
import { LogIcon } from '@primer/octicons-react';
import { type AuditAction, auditActions, type AuditEvent } from '@lectern/contracts/accounts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../data/accounts';
import { BusyButton } from '../../parts/busy-button';
import { EmptyState } from '../../parts/empty-state';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded, Loading } from '../../parts/loaded';
import { OneLine } from '../../parts/one-line';
import { Page } from '../../parts/page';
import { Time } from '../../parts/quantity';
import { auditQuery, detailsText, namesQuery } from './audit-log';

/** Who changed rights and credentials of the account. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const { query, account } = useAccount();
  return (
    <Page title={t('title')} description={account?.title}>
      <Loaded query={query}>
        {() =>
          account?.can_manage_account ? (
            <Log account={account.id} />
          ) : (
            <EmptyState title={t('notOwner.title')} text={t('notOwner.text')} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Log({ account }: { readonly account: string }) {
  const { t } = useTranslation('audit');
  const [action, setAction] = useState<AuditAction>();
  const log = useInfiniteQuery(auditQuery(account, action));
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const actions = auditActions.map((value) => ({ value, label: t(`action.${value}`) }));
  return (
    <Stack>
      <Select
        label={t('filter')}
        placeholder={t('all')}
        data={actions}
        value={action ?? null}
        onChange={(value) => setAction(auditActions.find((one) => one === value))}
        clearable
        searchable
        maw="20rem"
      />
      {log.isPending && <Loading />}
      {log.isError && <FailureNotice error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && events.length === 0 && (
        <EmptyState icon={<LogIcon size={48} aria-hidden />} title={t('empty')} />
      )}
      {events.length > 0 && <Events account={account} events={events} />}
      {log.hasNextPage && (
        <BusyButton variant="default" isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('more')}
        </BusyButton>
      )}
    </Stack>
  );
}

function Events({ account, events }: { readonly account: string; readonly events: readonly AuditEvent[] }) {
  const { t } = useTranslation('audit');
  const { data: names } = useQuery(namesQuery(account));
  const nameOf = (id: string | null) => (id === null || id === '' ? '' : (names?.get(id) ?? id));
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('column.time')}</Table.Th>
            <Table.Th>{t('column.actor')}</Table.Th>
            <Table.Th>{t('column.action')}</Table.Th>
            <Table.Th>{t('column.details')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <Table.Tr key={event.id}>
              <Table.Td>
                <Time at={event.time} />
              </Table.Td>
              <Table.Td maw="16rem">
                <OneLine>{nameOf(event.actor.id)}</OneLine>
                <OneLine size="sm" c="dimmed">
                  {event.address ?? ''}
                </OneLine>
              </Table.Td>
              <Table.Td>{t(`action.${event.action}`)}</Table.Td>
              <Table.Td maw="24rem">
                {event.user !== null && event.user !== event.actor.id && <OneLine>{nameOf(event.user)}</OneLine>}
                <OneLine size="sm" c="dimmed">
                  {detailsText(event.details)}
                </OneLine>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
