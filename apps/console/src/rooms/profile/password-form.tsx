import { Group, Paper, PasswordInput, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { type PasswordDraft, useSetPassword } from './own-profile';

const PASSWORD_CHARS_MAX = 256;
const EMPTY: PasswordDraft = { current: '', next: '' };

/** Sets the password, after which everybody signs in again. */
export function PasswordForm({ email }: { readonly email: string }) {
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY);
  const { mutate, isPending, error } = useSetPassword();
  const change = (part: Partial<PasswordDraft>) => setDraft((before) => ({ ...before, ...part }));
  const onSuccess = async () => {
    queries.clear();
    await navigate({ to: '/sign-in' });
    notify(t('password.done'));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending && draft.next !== '') mutate(draft, { onSuccess: () => void onSuccess() });
  };
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h4">
            {t('password.title')}
          </Title>
          <Text size="sm">{t('password.intro')}</Text>
          {/* For password stores, which keep it under this name. */}
          <VisuallyHidden>
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={email}
              readOnly
              tabIndex={-1}
              aria-hidden
            />
          </VisuallyHidden>
          <PasswordInput
            label={t('password.current')}
            description={t('password.currentHint')}
            value={draft.current}
            onChange={(event) => change({ current: event.currentTarget.value })}
            autoComplete="current-password"
            maxLength={PASSWORD_CHARS_MAX}
          />
          <PasswordInput
            label={t('password.next')}
            description={t('password.nextHint')}
            value={draft.next}
            onChange={(event) => change({ next: event.currentTarget.value })}
            autoComplete="new-password"
            maxLength={PASSWORD_CHARS_MAX}
            required
          />
          {error && <FailureNotice error={error} title={t('password.failed')} />}
          <Group>
            <BusyButton type="submit" isBusy={isPending}>
              {t('password.submit')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
