import { Autocomplete, Modal, Stack } from '@mantine/core';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '../../data/members';
import { Choice } from '../../parts/choice';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { boxUsersQuery, roles, useAddPerson } from './members';

const EMAIL_CHARS_MAX = 254;
const SUGGESTED_MAX = 20;

interface AddPersonProps {
  readonly box: KnowledgeBoxRecord;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that gives a person a role on a box. */
export function AddPerson({ box, opened, onClose }: AddPersonProps) {
  const { t } = useTranslation(['members', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('add')} closeButtonProps={close}>
      <Form box={box} onClose={onClose} />
    </Modal>
  );
}

/** Addresses of members of the account who have no role on the box. */
function useOthers(box: KnowledgeBoxRecord): readonly string[] {
  const { data: members = [] } = useQuery(membersQuery(box.account_id));
  const { data: users = [] } = useQuery(boxUsersQuery(box));
  const present = new Set(users.map(({ id }) => id));
  return members.filter(({ id }) => !present.has(id)).map(({ email }) => email);
}

function Form({ box, onClose }: Omit<AddPersonProps, 'opened'>) {
  const { t } = useTranslation('members');
  const others = useOthers(box);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<KnowledgeBoxRole>('SMEMBER');
  const { mutate, isPending, error } = useAddPerson(box);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const added = { email: email.trim(), role };
    const onSuccess = (isInvited: boolean) => {
      notify(t(isInvited ? 'invited' : 'added', { email: added.email }));
      onClose();
    };
    if (!isPending && added.email !== '') mutate(added, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Autocomplete
          type="email"
          label={t('email')}
          description={t('emailHint')}
          data={[...new Set(others)]}
          limit={SUGGESTED_MAX}
          value={email}
          onChange={setEmail}
          maxLength={EMAIL_CHARS_MAX}
          required
          data-autofocus
        />
        <Choice
          label={t('roleHeading')}
          values={roles}
          value={role}
          textOf={(one) => t(`role.${one}`)}
          hintOf={(one) => t(`roleHint.${one}`)}
          onChange={setRole}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
