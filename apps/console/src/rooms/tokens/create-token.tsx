import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { NewSecret } from '../../parts/new-secret';
import { useCreateToken } from './own-tokens';

const lifetimes = [7, 30, 90, 365] as const;
const USUAL_DAYS = 90;
const DESCRIPTION_CHARS_MAX = 200;

interface CreateTokenProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that creates a token and shows it once: a click beside it does not close it. */
export function CreateToken({ opened, onClose }: CreateTokenProps) {
  const { t } = useTranslation(['tokens', 'shell']);
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const isSafe = secret === undefined;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={isSafe ? t('create') : t('secret.title')}
      closeOnClickOutside={isSafe}
      closeOnEscape={isSafe}
      withCloseButton={isSafe}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      {secret === undefined ? (
        <TokenForm onClose={close} onCreated={setSecret} />
      ) : (
        <NewSecret label={t('secret.label')} usage={t('secret.usage')} secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

interface TokenFormProps {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}

function TokenForm({ onClose, onCreated }: TokenFormProps) {
  const { t } = useTranslation(['tokens', 'shell']);
  const [description, setDescription] = useState('');
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const { mutate, isPending, error } = useCreateToken();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const named = description.trim();
    if (!isPending && named !== '')
      mutate({ description: named, days }, { onSuccess: ({ token }) => onCreated(token) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('token.description')}
          description={t('form.hint')}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={DESCRIPTION_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <Select
          label={t('form.lifetime')}
          data={lifetimes.map((count) => ({ value: String(count), label: t('form.days', { count }) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value ?? USUAL_DAYS))}
          allowDeselect={false}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('form.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}
