import { Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import type { ApiKeyRecord, KnowledgeBoxRecord, ServiceAccountRecord } from '@lectern/contracts/knowledge-box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../busy-button';
import { FailureNotice } from '../failure-notice';
import { notify } from '../notify';
import { instantOf } from '../quantities';
import { Time } from '../quantity';
import { useRevokeKey } from './service-accounts';

interface KeyTableProps {
  readonly box: KnowledgeBoxRecord;
  readonly account: ServiceAccountRecord;
}

/** Ids are UUIDs: their beginning tells keys apart. */
const ID_CHARS = 8;

/** The keys of a service account, and the way to revoke one. */
export function KeyTable({ box, account }: KeyTableProps) {
  const { t } = useTranslation('service-keys');
  const [revoked, setRevoked] = useState<ApiKeyRecord>();
  return (
    <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('account.keys', { name: account.title })}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('key.id')}</Table.Th>
            <Table.Th visibleFrom="xs">{t('key.created')}</Table.Th>
            <Table.Th>{t('key.expires')}</Table.Th>
            <Table.Th>{t('key.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {account.keys.map((key) => (
            <KeyRow key={key.id} record={key} onRevoke={() => setRevoked(key)} />
          ))}
        </Table.Tbody>
      </Table>
      <Revocation box={box} account={account} record={revoked} onClose={() => setRevoked(undefined)} />
    </Table.ScrollContainer>
  );
}

function KeyRow({ record, onRevoke }: { readonly record: ApiKeyRecord; readonly onRevoke: () => void }) {
  const { t } = useTranslation('service-keys');
  const id = record.id.slice(0, ID_CHARS);
  const isExpired = instantOf(record.expires).getTime() < Date.now();
  return (
    <Table.Tr>
      <Table.Td>
        <code title={record.id}>{id}</code>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Time at={record.created} />
      </Table.Td>
      <Table.Td>{isExpired ? <Badge color="gray">{t('key.expired')}</Badge> : <Time at={record.expires} />}</Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          onClick={onRevoke}
          aria-label={t('key.revokeOf', { id })}
        >
          {t('key.revoke')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface RevocationProps extends KeyTableProps {
  /** The key to revoke; none while the dialog is closed. */
  readonly record: ApiKeyRecord | undefined;
  readonly onClose: () => void;
}

function Revocation({ box, account, record, onClose }: RevocationProps) {
  const { t } = useTranslation(['service-keys', 'shell']);
  const { mutate, isPending, error } = useRevokeKey(box);
  const revoke = ({ id }: ApiKeyRecord) => {
    const onSuccess = () => {
      notify(t('key.revoked'));
      onClose();
    };
    mutate({ account: account.id, key: id }, { onSuccess });
  };
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={record !== undefined} onClose={onClose} title={t('key.revokeTitle')} closeButtonProps={close}>
      {record && (
        <Stack>
          <code>{record.id}</code>
          <Text>{t('key.revokeText')}</Text>
          {error && <FailureNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('shell:cancel')}
            </Button>
            <BusyButton color="red" isBusy={isPending} onClick={() => revoke(record)}>
              {t('key.revoke')}
            </BusyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
