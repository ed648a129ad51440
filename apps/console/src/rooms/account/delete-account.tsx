import { Button, Group, Modal, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AccountRecord } from '@lectern/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { accountsQuery } from '../../data/accounts';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { ownAddressQuery, useDeleteAccount, useSendCode } from './account';

/** The way to delete an account: by its name, and a code that proves who asks. */
export function DeleteAccount({ account }: { readonly account: AccountRecord }) {
  const { t } = useTranslation(['account', 'shell']);
  const [opened, { open, close }] = useDisclosure();
  const closeButton = { 'aria-label': t('shell:close') };
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {t('deletion.title')}
        </Title>
        <Text>{t('deletion.text')}</Text>
        <Button color="red" variant="outline" onClick={open}>
          {t('deletion.title')}
        </Button>
      </Stack>
      <Modal opened={opened} onClose={close} title={t('deletion.title')} closeButtonProps={closeButton}>
        <Deletion account={account} onClose={close} />
      </Modal>
    </Paper>
  );
}

interface DeletionProps {
  readonly account: AccountRecord;
  readonly onClose: () => void;
}

function Deletion({ account, onClose }: DeletionProps) {
  const { t } = useTranslation(['account', 'shell']);
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useDeletion(account);
  const isReady = typed.trim() === account.title.trim() && /^(?:\d{6})?$/.test(code.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady && !isPending) mutate(code.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t('deletion.text')}</Text>
        <TextInput
          data-autofocus
          autoComplete="off"
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          label={
            <Trans
              t={t}
              i18nKey="shell:confirm.type"
              values={{ name: account.title }}
              components={{ name: <Text span fw={600} dir="auto" /> }}
            />
          }
        />
        <Proof code={code} onCode={setCode} />
        {error && <FailureNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <BusyButton type="submit" color="red" disabled={!isReady} isBusy={isPending}>
            {t('deletion.action')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}

function Proof({ code, onCode }: { readonly code: string; readonly onCode: (code: string) => void }) {
  const { t } = useTranslation('account');
  const { data: email = '' } = useQuery(ownAddressQuery);
  const { mutate, isPending, isSuccess, error } = useSendCode();
  return (
    <Stack gap="xs">
      <Text size="sm">{t('deletion.proof', { email })}</Text>
      <Group>
        <BusyButton variant="default" isBusy={isPending} onClick={() => mutate()}>
          {t('deletion.send')}
        </BusyButton>
        <Text size="sm" role="status">
          {isSuccess && t('deletion.sent')}
        </Text>
      </Group>
      {error && <FailureNotice error={error} />}
      <TextInput
        label={t('deletion.code')}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
    </Stack>
  );
}

function useDeletion({ id, title }: AccountRecord) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { mutate, ...deletion } = useDeleteAccount(id);
  const onSuccess = async () => {
    queries.setQueryData(accountsQuery.queryKey, (accounts) => accounts?.filter((one) => one.id !== id));
    await navigate({ to: '/boxes' });
    queries.removeQueries({ queryKey: ['account', id] });
    await queries.invalidateQueries({ queryKey: accountsQuery.queryKey });
    notify(t('deletion.done', { title }));
  };
  return { ...deletion, mutate: (code: string) => mutate(code, { onSuccess: () => void onSuccess() }) };
}
