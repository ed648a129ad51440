import { Alert, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type UserChanges, userLanguages, type UserRecord } from '@lectern/contracts/accounts';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { useSaveProfile } from './own-profile';

const NAME_CHARS_MAX = 256;
const ADDRESS_CHARS_MAX = 254;

type Draft = Pick<UserRecord, 'name' | 'email' | 'language'>;

/** Only what differs: a mail goes to a new address. */
function changesOf(draft: Draft, user: UserRecord): UserChanges {
  const { name, email, language } = draft;
  return {
    ...(name.trim() !== user.name && { name: name.trim() }),
    ...(email.trim() !== user.email && { email: email.trim() }),
    ...(language !== user.language && { language }),
  };
}

/** Begins with what is known of the person. */
export function ProfileForm({ user }: { readonly user: UserRecord }) {
  const { t } = useTranslation('profile');
  const [draft, setDraft] = useState<Draft>(user);
  const [pendingEmail, setPendingEmail] = useState<string>();
  const { mutate, isPending, error } = useSaveProfile();
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const changes = changesOf(draft, user);
    const onSuccess = () => {
      setPendingEmail(changes.email ?? undefined);
      change({ email: user.email });
      notify(t('saved'));
    };
    if (!isPending && Object.keys(changes).length > 0) mutate(changes, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          maxLength={NAME_CHARS_MAX}
          autoComplete="name"
          dir="auto"
          required
        />
        <TextInput
          type="email"
          label={t('email')}
          description={t('emailHint')}
          value={draft.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
          maxLength={ADDRESS_CHARS_MAX}
          autoComplete="email"
          required
        />
        <NativeSelect
          label={t('language')}
          description={t('languageHint')}
          data={userLanguages.map((value) => ({ value, label: t(`languages.${value}`) }))}
          value={draft.language}
          onChange={(event) => {
            const chosen = userLanguages.find((one) => one === event.currentTarget.value);
            if (chosen) change({ language: chosen });
          }}
        />
        {pendingEmail !== undefined && (
          <Alert role="status" title={t('emailSent.title')}>
            {t('emailSent.text', { email: pendingEmail })}
          </Alert>
        )}
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
