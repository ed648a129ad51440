import { Modal, Select, Stack } from '@mantine/core';
import type { KnowledgeBoxRecord, ServiceAccountRecord } from '@lectern/contracts/knowledge-box';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { NewSecret } from '../../parts/new-secret';
import { KeyCalls } from './key-calls';
import { useCreateKey } from './service-accounts';

const lifetimes = [7, 30, 90, 365, 1_095] as const;
const USUAL_DAYS = 90;

interface CreateKeyProps {
  readonly box: KnowledgeBoxRecord;
  readonly account: ServiceAccountRecord;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog that creates a key and shows it once: a click beside it does not close it. */
export function CreateKey({ opened, onClose, ...rest }: CreateKeyProps) {
  const { t } = useTranslation(['keys', 'shell']);
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  const title = secret === undefined ? t('key.newFor', { name: rest.account.title }) : t('secret.title');
  const isSafe = secret === undefined;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<span dir="auto">{title}</span>}
      size={isSafe ? 'md' : 'lg'}
      closeOnClickOutside={isSafe}
      closeOnEscape={isSafe}
      withCloseButton={isSafe}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      {secret === undefined ? (
        <KeyForm {...rest} onClose={close} onCreated={setSecret} />
      ) : (
        <NewSecret label={t('secret.label')} usage={t('secret.usage')} secret={secret} onClose={close}>
          <KeyCalls kbid={rest.box.id} secret={secret} />
        </NewSecret>
      )}
    </Modal>
  );
}

interface KeyFormProps extends Omit<CreateKeyProps, 'opened'> {
  readonly onCreated: (secret: string) => void;
}

function KeyForm({ box, account, onClose, onCreated }: KeyFormProps) {
  const { t } = useTranslation(['keys', 'shell']);
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const { mutate, isPending, error } = useCreateKey(box);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ account: account.id, days }, { onSuccess: ({ token }) => onCreated(token) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select
          label={t('key.lifetime')}
          data={lifetimes.map((count) => ({ value: String(count), label: t('key.days', { count }) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value ?? USUAL_DAYS))}
          allowDeselect={false}
          data-autofocus
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('key.submit')}
        </FormEnd>
      </Stack>
    </form>
  );
}
