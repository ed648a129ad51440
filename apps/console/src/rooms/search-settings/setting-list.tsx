import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmRemoval, type Removal } from '../../parts/confirm-removal';
import { EditButtons } from '../../parts/edit-buttons';
import { EmptyState } from '../../parts/empty-state';

/** Settings of which a box has several; texts are named by it. */
type Kind = 'configurations' | 'labels' | 'schemas';

interface SettingListProps {
  readonly kind: Kind;
  /** Of an empty list. */
  readonly icon: ReactNode;
  readonly isEmpty: boolean;
  readonly onNew: () => void;
  readonly children: ReactNode;
}

/** What settings of a kind are for, and those that there are. */
export function SettingList({ kind, icon, isEmpty, onNew, children }: SettingListProps) {
  const { t } = useTranslation('search-settings');
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={onNew}>
      {t(`${kind}.new`)}
    </Button>
  );
  if (isEmpty) return <EmptyState icon={icon} title={t(`${kind}.none`)} text={t(`${kind}.intro`)} action={add} />;
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">{t(`${kind}.intro`)}</Text>
      {add}
      {children}
    </Stack>
  );
}

interface SettingCardProps {
  readonly name: string;
  /** Before the name. */
  readonly mark?: ReactNode;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly children: ReactNode;
}

export function SettingCard({ name, mark, onEdit, onDelete, children }: SettingCardProps) {
  const { t } = useTranslation('search-settings');
  return (
    <Card withBorder padding="md" w="100%" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="xs" wrap="nowrap" miw={0}>
            {mark}
            <Title order={2} size="h5" className="content-text" dir="auto">
              {name}
            </Title>
          </Group>
          <EditButtons
            edit={{ text: t('edit'), label: t('editOf', { name }), onClick: onEdit }}
            remove={{ text: t('delete'), label: t('deleteOf', { name }), onClick: onDelete }}
          />
        </Group>
        {children}
      </Stack>
    </Card>
  );
}

interface DeleteSettingProps {
  readonly kind: Kind;
  readonly id: string;
  /** As people know it; its id when absent. */
  readonly name?: string;
  readonly removal: Removal<string>;
  readonly onClose: () => void;
}

export function DeleteSetting({ kind, id, name = id, removal, onClose }: DeleteSettingProps) {
  const { t } = useTranslation('search-settings');
  const texts = { title: t('deleteOf', { name }), action: t('delete'), done: t('deleted') };
  return (
    <ConfirmRemoval {...texts} name={name} removal={removal} of={id} onClose={onClose}>
      {t(`${kind}.deleteText`)}
    </ConfirmRemoval>
  );
}
