import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import { type KnowledgeBoxRecord, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
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

interface RoleChoiceProps {
  readonly value: KnowledgeBoxRole;
  readonly onChange: (role: KnowledgeBoxRole) => void;
}

function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation('keys');
  return (
    <Radio.Group label={t('form.role')} value={value}>
      <Stack gap="xs" mt={4}>
        {roles.map((one) => (
          <Radio
            key={one}
            value={one}
            label={t(`role.${one}`)}
            description={t(`roleHint.${one}`)}
            onChange={() => onChange(one)}
          />
        ))}
      </Stack>
    </Radio.Group>
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
        <RoleChoice value={role} onChange={setRole} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('form.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}
