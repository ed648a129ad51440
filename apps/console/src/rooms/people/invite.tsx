import { Modal, Stack, TextInput } from '@mantine/core';
import type { AccountRole } from '@lectern/contracts/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../parts/choice';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { roles, useInvite } from './people';

interface InviteProps {
  readonly account: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that invites a person by e-mail. */
export function Invite({ account, opened, onClose }: InviteProps) {
  const { t } = useTranslation(['people', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('invite.open')} closeButtonProps={close}>
      <InviteForm account={account} onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ account, onClose }: Omit<InviteProps, 'opened'>) {
  const { t } = useTranslation(['people', 'shell']);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AccountRole>('AMEMBER');
  const { mutate, isPending, error } = useInvite(account);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('invite.sent', { email: email.trim() }));
      onClose();
    };
    if (!isPending && email.trim() !== '') mutate({ email: email.trim(), role }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          type="email"
          label={t('invite.email')}
          description={t('invite.hint')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          maxLength={254}
          required
          data-autofocus
        />
        <Choice
          label={t('member.role')}
          values={roles}
          value={role}
          textOf={(one) => t(`role.${one}`)}
          hintOf={(one) => t(`roleHint.${one}`)}
          onChange={setRole}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('invite.send')}
        </FormEnd>
      </Stack>
    </form>
  );
}
