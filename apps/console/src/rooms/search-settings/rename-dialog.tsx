import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { useAlignTask } from './merge-tasks';
import type { NamedEntity } from './search-settings-queries';

const NAME_CHARS_MAX = 200;

interface RenameDialogProps {
  readonly kbid: string;
  readonly type: string;
  readonly entity: NamedEntity;
  /** Names of the same type that are there. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** A dialog that gives an entity another name, or stops it from replacing other names. */
export function RenameDialog(props: RenameDialogProps) {
  const { t } = useTranslation(['search-settings', 'shell']);
  const { entity, onClose } = props;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('entities.renameOf', { name: entity.name })}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      <RenameForm {...props} />
    </Modal>
  );
}

function RenameForm({ kbid, type: group, entity: { name, represents }, names, onClose }: RenameDialogProps) {
  const { t } = useTranslation('search-settings');
  const [to, setTo] = useState(name);
  const { mutate, isPending, error } = useAlignTask(kbid);
  const wanted = to.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || wanted === '') return;
    if (wanted === name) onClose();
    else mutate({ renames: [{ group, from: name, to: wanted }] }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('entities.newName')}
          description={t('entities.newNameHint')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          maxLength={NAME_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        {wanted !== name && names.includes(wanted) && (
          <Alert color="yellow" role="status">
            {t('entities.becomeOne', { name: wanted })}
          </Alert>
        )}
        {represents.map((other) => (
          <Group key={other} justify="space-between" wrap="nowrap">
            <Text size="sm" className="content-text">
              {t('entities.replaces')} <bdi>{other}</bdi>
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={isPending}
              aria-label={t('entities.forgetOf', { name: other })}
              onClick={() => mutate({ renames: [{ group, from: other, to: null }] }, { onSuccess: onClose })}
            >
              {t('entities.forget')}
            </Button>
          </Group>
        ))}
        {represents.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('entities.forgetHint')}
          </Text>
        )}
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('entities.rename')}
        </FormEnd>
      </Stack>
    </form>
  );
}
