import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { FailureNotice } from '../../parts/failure-notice';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { useChangeTask } from './tasks';

interface TaskActionsProps {
  readonly id: string;
  readonly name: string;
  readonly offered: readonly ('stop' | 'restart' | 'cleanup')[];
  readonly isDeletable: boolean;
  readonly canCleanup: boolean;
}

/** What can be done with a task. */
export function TaskActions({ id, name, offered, isDeletable, canCleanup }: TaskActionsProps) {
  const { t } = useTranslation('tasks');
  const { mutate, isPending, error } = useChangeTask(useKbid());
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Stack gap="xs">
      <Group gap={4}>
        {offered.map((what) => (
          <Button
            key={what}
            size="compact-sm"
            variant="subtle"
            disabled={isPending}
            aria-label={t(`do.${what}Of`, { name })}
            onClick={() => mutate({ id, what }, { onSuccess: () => notify(t(`do.${what}Done`)) })}
          >
            {t(`do.${what}`)}
          </Button>
        ))}
        {isDeletable && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('do.deleteOf', { name })}
            onClick={() => setDeleting(true)}
          >
            {t('do.delete')}
          </Button>
        )}
      </Group>
      {error && <FailureNotice error={error} />}
      {isDeleting && <DeleteTask id={id} name={name} canCleanup={canCleanup} onClose={() => setDeleting(false)} />}
    </Stack>
  );
}

interface DeleteTaskProps extends Pick<TaskActionsProps, 'id' | 'name' | 'canCleanup'> {
  readonly onClose: () => void;
}

function DeleteTask({ id, name, canCleanup, onClose }: DeleteTaskProps) {
  const { t } = useTranslation(['tasks', 'shell']);
  const { mutate, isPending, error } = useChangeTask(useKbid());
  const [withResults, setWithResults] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('do.deleteDone'));
      onClose();
    };
    if (!isPending) mutate({ id, what: withResults ? 'delete-with-results' : 'delete' }, { onSuccess });
  };
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={t('do.deleteOf', { name })} closeButtonProps={close}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('do.deleteText')}</Text>
          {canCleanup && (
            <Checkbox
              label={t('do.withResults')}
              description={t('do.withResultsHint')}
              checked={withResults}
              onChange={({ currentTarget: { checked } }) => setWithResults(checked)}
            />
          )}
          <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
            {t('do.delete')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
