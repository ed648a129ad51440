import { Modal, Stack, TextInput } from '@mantine/core';
import type { AccountGroup } from '@lectern/contracts/accounts';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { useNameGroup } from './groups';

const NAME_CHARS_MAX = 256;

interface GroupNameProps {
  readonly account: string;
  /** Absent: a new one. */
  readonly group?: AccountGroup;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that makes a group, or renames one. */
export function GroupName(props: GroupNameProps) {
  const { t } = useTranslation(['groups', 'shell']);
  const { group, opened, onClose } = props;
  const title = group ? t('rename.title', { name: group.name }) : t('create');
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={close}>
      <NameForm {...props} />
    </Modal>
  );
}

function NameForm({ account, group, onClose }: GroupNameProps) {
  const { t } = useTranslation(['groups', 'shell']);
  const [name, setName] = useState(group?.name ?? '');
  const { mutate, isPending, error } = useNameGroup(account, group?.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('saved'));
      onClose();
    };
    if (!isPending && name.trim() !== '') mutate(name.trim(), { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('name')}
          description={t(group ? 'rename.hint' : 'nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={NAME_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
