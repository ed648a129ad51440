import { Modal, Stack, TextInput } from '@mantine/core';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { type KnowledgeBoxRecord, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../parts/choice';
import { FormEnd } from '../../parts/form-end';
import { useCreateAccount } from '../../parts/service-keys/service-accounts';

/** The least first: what a program may do should be chosen, not left over. */
const roles: readonly KnowledgeBoxRole[] = ['SMEMBER', 'SCONTRIBUTOR', 'SOWNER'];

interface CreateAccountProps {
  readonly box: KnowledgeBoxRecord;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CreateAccount({ box, opened, onClose }: CreateAccountProps) {
  const { t } = useTranslation(['keys', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('create')} closeButtonProps={close}>
      <AccountForm box={box} onClose={onClose} />
    </Modal>
  );
}

function AccountForm({ box, onClose }: Omit<CreateAccountProps, 'opened'>) {
  const { t } = useTranslation(['keys', 'shell']);
  const [title, setTitle] = useState('');
  const [role, setRole] = useState<KnowledgeBoxRole>('SMEMBER');
  const { mutate, isPending, error } = useCreateAccount(box);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending && title.trim() !== '') mutate({ title: title.trim(), role }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('form.name')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={TITLE_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <Choice
          label={t('form.role')}
          values={roles}
          value={role}
          textOf={(one) => t(`role.${one}`)}
          hintOf={(one) => t(`roleHint.${one}`)}
          onChange={setRole}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('form.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}
