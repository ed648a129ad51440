import { Modal, Stack, Text } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../../parts/form-end';

interface RemoveModuleProps {
  readonly name: string;
  readonly onRemove: () => void;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** Asks before a module goes with its settings and secrets. */
export function RemoveModule({ name, onRemove, onClose, isBusy, error }: RemoveModuleProps) {
  const { t } = useTranslation(['agents', 'shell']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onRemove();
  };
  const title = t('module.removal', { name });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('module.removalText')}</Text>
          <FormEnd error={error} isBusy={isBusy} onCancel={onClose}>
            {t('module.remove')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
