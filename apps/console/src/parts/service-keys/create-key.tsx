import { Modal, Select, Stack, TextInput } from '@mantine/core';
import { type KnowledgeBoxRecord, type ServiceAccountRecord, TITLE_CHARS_MAX } from '@lectern/contracts/knowledge-box';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../form-end';
import { NewSecret } from '../new-secret';
import { useCreateKey } from './service-accounts';

const lifetimes = [7, 30, 90, 365, 1_095] as const;
const USUAL_DAYS = 90;

interface CreateKeyProps {
  readonly box: KnowledgeBoxRecord;
  /** Absent: a reader is made for the key. */
  readonly account?: ServiceAccountRecord;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Is given the key, before it is shown. */
  readonly onCreated?: (secret: string) => void;
  /** How the key is used, below it. */
  readonly usage?: ((secret: string) => ReactNode) | undefined;
}

/** A dialog that creates a key and shows it once: a click beside it does not close it. */
export function CreateKey({ opened, onClose, onCreated, usage, box, account }: CreateKeyProps) {
  const { t } = useTranslation(['service-keys', 'shell']);
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const created = (made: string) => {
    onCreated?.(made);
    setSecret(made);
  };
  const form = account ? t('key.newFor', { name: account.title }) : t('key.new');
  const isSafe = secret === undefined;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<span dir="auto">{isSafe ? form : t('secret.title')}</span>}
      size={isSafe ? 'md' : 'lg'}
      closeOnClickOutside={isSafe}
      closeOnEscape={isSafe}
      withCloseButton={isSafe}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      {secret === undefined ? (
        <KeyForm box={box} account={account} onClose={close} onCreated={created} />
      ) : (
        <NewSecret label={t('secret.label')} usage={t('secret.usage')} secret={secret} onClose={close}>
          {usage?.(secret)}
        </NewSecret>
      )}
    </Modal>
  );
}

interface KeyFormProps {
  readonly box: KnowledgeBoxRecord;
  readonly account: ServiceAccountRecord | undefined;
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}

function KeyForm({ box, account, onClose, onCreated }: KeyFormProps) {
  const { t } = useTranslation('service-keys');
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const [title, setTitle] = useState('');
  const { mutate, isPending, error } = useCreateKey(box, account?.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || (!account && title.trim() === '')) return;
    mutate({ title: title.trim(), days }, { onSuccess: ({ token }) => onCreated(token) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {!account && (
          <TextInput
            label={t('key.program')}
            description={t('key.programHint')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            maxLength={TITLE_CHARS_MAX}
            dir="auto"
            required
            data-autofocus
          />
        )}
        <Select
          label={t('key.lifetime')}
          data={lifetimes.map((count) => ({ value: String(count), label: t('key.days', { count }) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value ?? USUAL_DAYS))}
          allowDeselect={false}
          data-autofocus={account ? true : undefined}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('key.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}
