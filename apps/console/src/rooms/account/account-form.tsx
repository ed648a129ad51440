import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { AccountRecord } from '@lectern/contracts/accounts';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { useSaveAccount } from './account';

const TITLE_CHARS_MAX = 256;
const DESCRIPTION_CHARS_MAX = 10_000;

/** Begins with what the account has; its key is the id of the account. */
export function AccountForm({ account }: { readonly account: AccountRecord }) {
  const { t } = useTranslation('account');
  const [draft, setDraft] = useState({
    title: account.title,
    slug: account.slug,
    description: account.description ?? '',
  });
  const { mutate, isPending, error } = useSaveAccount(account.id);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ...draft, description: draft.description === '' ? null : draft.description };
    if (!isPending) mutate(body, { onSuccess: () => notify(t('saved')) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('name')}
          value={draft.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
          maxLength={TITLE_CHARS_MAX}
          dir="auto"
          required
        />
        <TextInput
          label={t('slug')}
          description={t('slugHint')}
          value={draft.slug}
          onChange={(event) => change({ slug: event.currentTarget.value })}
          pattern="[a-z0-9][a-z0-9_\-]{0,62}"
          required
        />
        <Textarea
          label={t('description')}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          maxLength={DESCRIPTION_CHARS_MAX}
          dir="auto"
          autosize
          minRows={2}
          maxRows={12}
        />
        <Text size="sm" c="dimmed">
          {t('id')}: <code>{account.id}</code>
        </Text>
        {error && <FailureNotice error={error} />}
        <Group>
          <BusyButton type="submit" isBusy={isPending}>
            {t('save')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
