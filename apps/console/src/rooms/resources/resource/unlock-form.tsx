import { Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { reprocessField } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { FormEnd } from '../../../parts/form-end';
import { notify } from '../../../parts/notify';
import { resourceKey } from './resource-query';

const PASSWORD_CHARS_MAX = 250;

/** A file field that only its password opens. */
export interface LockedFile {
  readonly fieldId: string;
  readonly title: string;
}

interface UnlockFormProps {
  readonly kbid: string;
  readonly rid: string;
  readonly file: LockedFile;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the password of an encrypted file, with which it is processed again. */
export function UnlockForm({ opened, onClose, ...rest }: UnlockFormProps) {
  const { t } = useTranslation('resource');
  const { t: shell } = useTranslation();
  const close = { 'aria-label': shell('close') };
  return (
    <Modal opened={opened} onClose={onClose} title={t('unlock.title')} closeButtonProps={close}>
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

function Form({ kbid, rid, file, onClose }: Omit<UnlockFormProps, 'opened'>) {
  const { t } = useTranslation('resource');
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api.call(reprocessField, {
        params: { kbid, rid, field_type: 'file', field_id: file.fieldId },
        // The form of RFC 8187: headers have no characters beyond ASCII.
        headers: { 'x-file-password': `UTF-8''${encodeURIComponent(password)}` },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: resourceKey(kbid, rid) });
      notify(t('reprocessing'));
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending && password !== '') mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text dir="auto" className="content-text">
          {t('unlock.text', { file: file.title })}
        </Text>
        <PasswordInput
          label={t('unlock.password')}
          description={t('unlock.hint')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          maxLength={PASSWORD_CHARS_MAX}
          autoComplete="off"
          required
          data-autofocus
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('unlock.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
