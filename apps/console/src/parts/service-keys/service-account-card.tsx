import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import type { KnowledgeBoxRecord, ServiceAccountRecord } from '@lectern/contracts/knowledge-box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmByName } from '../confirm-by-name';
import { notify } from '../notify';
import { OneLine } from '../one-line';
import { CreateKey } from './create-key';
import { KeyTable } from './key-table';
import { useDeleteAccount } from './service-accounts';

interface CardProps {
  readonly box: KnowledgeBoxRecord;
  readonly account: ServiceAccountRecord;
}

interface ServiceAccountCardProps extends CardProps {
  /** Is given a new key, before it is shown. */
  readonly onCreated?: (secret: string) => void;
  /** How a new key is used, below it. */
  readonly usage?: (secret: string) => ReactNode;
}

/** A service account with its keys. */
export function ServiceAccountCard({ box, account, ...ofKey }: ServiceAccountCardProps) {
  const { t } = useTranslation('service-keys');
  const [isCreating, create] = useDisclosure();
  const [isDeleting, deletion] = useDisclosure();
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="xs" wrap="nowrap" miw={0} flex="1 1 12rem">
            <OneLine fw={600}>{account.title}</OneLine>
            <Badge variant="default" flex="none">
              {t(`role.${account.role}`)}
            </Badge>
          </Group>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<PlusIcon size={16} aria-hidden />}
              aria-label={t('key.newFor', { name: account.title })}
              onClick={create.open}
            >
              {t('key.new')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<TrashIcon size={16} aria-hidden />}
              aria-label={t('account.delete', { name: account.title })}
              onClick={deletion.open}
            >
              {t('account.deleteAction')}
            </Button>
          </Group>
        </Group>
        {account.keys.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('account.none')}
          </Text>
        ) : (
          <KeyTable box={box} account={account} />
        )}
      </Stack>
      <CreateKey {...ofKey} box={box} account={account} opened={isCreating} onClose={create.close} />
      <Deletion box={box} account={account} opened={isDeleting} onClose={deletion.close} />
    </Card>
  );
}

function Deletion({ box, account, ...dialog }: CardProps & { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('service-keys');
  const { mutate, isPending, error } = useDeleteAccount(box);
  return (
    <ConfirmByName
      {...dialog}
      title={t('account.deleteTitle')}
      name={account.title}
      action={t('account.deleteAction')}
      onConfirm={() => mutate(account.id, { onSuccess: () => notify(t('account.deleted')) })}
      isPending={isPending}
      error={error}
    >
      {t('account.deleteText')}
    </ConfirmByName>
  );
}
