import { Badge, Button, Group, Stack, Switch, Table, Text } from '@mantine/core';
import type { BackupRecord, BackupStatus, KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { instantOf } from '../../parts/quantities';
import { ByteSize, Time } from '../../parts/quantity';
import { Section } from '../../parts/section';
import { RestoreDialog } from './restore-dialog';
import { backupsQuery, useCreateBackup, useDeleteBackup } from './transfers';

const colors: Readonly<Record<BackupStatus, string>> = { running: 'blue', finished: 'green', errored: 'red' };

/** Copies of the box that the account keeps, also after the box is deleted. */
export function BackupSection({ box: { id, account_id: account } }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('transfer');
  const query = useQuery(backupsQuery(account));
  const [withOthers, setWithOthers] = useState(false);
  const { mutate, isPending, error } = useCreateBackup(account);
  return (
    <Section title={t('backup.title')}>
      <Text size="sm">{t('backup.text')}</Text>
      <Group justify="space-between">
        <BusyButton isBusy={isPending} onClick={() => mutate(id, { onSuccess: () => notify(t('backup.begun')) })}>
          {t('backup.action')}
        </BusyButton>
        <Switch
          label={t('backup.others')}
          checked={withOthers}
          onChange={(event) => setWithOthers(event.currentTarget.checked)}
        />
      </Group>
      {error && <FailureNotice error={error} />}
      <Loaded query={query}>
        {(backups) => {
          const shown = withOthers ? backups : backups.filter(({ kb_data: of }) => of.id === id);
          if (shown.length === 0) return <Text c="dimmed">{t(withOthers ? 'backup.noneAtAll' : 'backup.none')}</Text>;
          return <BackupTable account={account} backups={shown} withBox={withOthers} />;
        }}
      </Loaded>
    </Section>
  );
}

interface BackupTableProps {
  readonly account: string;
  readonly backups: readonly BackupRecord[];
  /** Whether each says which box it is of. */
  readonly withBox: boolean;
}

function BackupTable({ account, backups, withBox }: BackupTableProps) {
  const { t } = useTranslation('transfer');
  const [restored, setRestored] = useState<BackupRecord>();
  const [removed, setRemoved] = useState<BackupRecord>();
  return (
    <>
      <Table.ScrollContainer minWidth={withBox ? 620 : 480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('backup.title')}>
          <Table.Thead>
            <Table.Tr>
              {withBox && <Table.Th>{t('backup.box')}</Table.Th>}
              <Table.Th>{t('backup.made')}</Table.Th>
              <Table.Th>{t('backup.state')}</Table.Th>
              <Table.Th>{t('backup.size')}</Table.Th>
              <Table.Th>{t('backup.actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {backups.map((backup) => (
              <BackupRow
                key={backup.id}
                backup={backup}
                withBox={withBox}
                onRestore={() => setRestored(backup)}
                onDelete={() => setRemoved(backup)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {restored && <RestoreDialog account={account} backup={restored} onClose={() => setRestored(undefined)} />}
      {removed && <DeleteBackup account={account} backup={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

interface BackupRowProps {
  readonly backup: BackupRecord;
  readonly withBox: boolean;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
}

function BackupRow({ backup, withBox, onRestore, onDelete }: BackupRowProps) {
  const { t, i18n } = useTranslation('transfer');
  const { status, started_at: startedAt, size, error, kb_data: of } = backup;
  const name = backupName(backup, i18n.language);
  return (
    <Table.Tr>
      {withBox && (
        <Table.Td maw="16rem">
          <OneLine size="sm">{of.title}</OneLine>
        </Table.Td>
      )}
      <Table.Td>
        <Time at={startedAt} />
      </Table.Td>
      <Table.Td>
        <Stack gap={4} align="flex-start">
          <Badge variant="outline" color={colors[status]} tt="none" miw="max-content" className="status-badge">
            {t(`backup.status.${status}`)}
          </Badge>
          {error && (
            <Text size="sm" lang="en" className="content-text">
              {error}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td>{size !== null && <ByteSize bytes={size} />}</Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          {status === 'finished' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('backup.restoreOf', { name })}
              onClick={onRestore}
            >
              {t('backup.restore')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('backup.deleteOf', { name })}
            onClick={onDelete}
          >
            {t('backup.delete')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** A box has several backups: its title alone does not tell them apart. */
function backupName({ kb_data: of, started_at: startedAt }: BackupRecord, language: string): string {
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return `${of.title}, ${at.format(instantOf(startedAt))}`;
}

interface DeleteBackupProps {
  readonly account: string;
  readonly backup: BackupRecord;
  readonly onClose: () => void;
}

function DeleteBackup({ account, backup: { id, kb_data: of }, onClose }: DeleteBackupProps) {
  const { t } = useTranslation('transfer');
  const { mutate, isPending, error } = useDeleteBackup(account);
  const onSuccess = () => {
    notify(t('backup.deleted'));
    onClose();
  };
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('backup.deleteTitle')}
      name={of.title}
      action={t('backup.delete')}
      onConfirm={() => mutate(id, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t('backup.deleteText')}
    </ConfirmByName>
  );
}
