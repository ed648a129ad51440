import { Alert, Button, Container, Group, Menu, Paper, PasswordInput, Stack } from '@mantine/core';
import { GlobeIcon } from '@primer/octicons-react';
import { useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { Loading } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { LanguageChoice } from '../../shell/language-choice';
import { Product } from '../../shell/product';
import { SignInFailure } from './sign-in-failure';
import { useSignIn } from './use-sign-in';

function Languages() {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<GlobeIcon size={18} aria-hidden />}>
          {t('language')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageChoice />
      </Menu.Dropdown>
    </Menu>
  );
}

function TokenForm({ isPending, onToken }: { readonly isPending: boolean; readonly onToken: (token: string) => void }) {
  const { t } = useTranslation('sign-in');
  const [token, setToken] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== '' && !isPending) onToken(token.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label={t('token')}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="current-password"
          spellCheck={false}
          required
        />
        <BusyButton type="submit" isBusy={isPending}>
          {t('submit')}
        </BusyButton>
      </Stack>
    </form>
  );
}

/** Signs in with a token, or by a link that has brought its code here. */
export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const { ended, reason } = useSearch({ from: '/sign-in' });
  const { mutate, isPending, error, variables } = useSignIn();
  return (
    <Container component="main" id="content" size="xs" py="xl">
      <Group justify="space-between" mb="lg">
        <Product isWide />
        <Languages />
      </Group>
      <Paper withBorder p="lg" radius="md">
        <Page title={t('title')} description={t('intro')}>
          {ended && !error && (
            <Alert color="yellow" role="status" title={t('ended')}>
              {reason && <span lang="en">{reason}</span>}
            </Alert>
          )}
          {error && <SignInFailure error={error} credential={variables} />}
          {isPending && variables && 'code' in variables ? (
            <Loading />
          ) : (
            <TokenForm isPending={isPending} onToken={(token) => mutate({ token })} />
          )}
        </Page>
      </Paper>
    </Container>
  );
}
