import { Alert, Button, Container, Group, Menu, Paper, Stack } from '@mantine/core';
import { GlobeIcon } from '@primer/octicons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { Loading } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { LanguageChoice } from '../../shell/language-choice';
import { Product } from '../../shell/product';
import { SignInFailure } from './sign-in-failure';
import { TokenForm } from './token-form';
import { useLeave, useSignIn } from './use-sign-in';

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

/** Leads to the pages where people sign in; takes codes that links and these pages brought here, and tokens. */
export function SignInPage() {
  const { t } = useTranslation('sign-in');
  const { ended, reason } = useSearch({ from: '/sign-in' });
  const { mutate, isPending, error, variables, refusal } = useSignIn();
  const leave = useLeave();
  const failure = error ?? leave.error;
  return (
    <Container component="main" id="content" size="xs" py="xl">
      <Group justify="space-between" mb="lg">
        <Product isWide />
        <Languages />
      </Group>
      <Paper withBorder p="lg" radius="md">
        <Page title={t('title')} description={t('intro')}>
          {ended && !failure && (
            <Alert color="yellow" role="status" title={t('ended')}>
              {reason && <span lang="en">{reason}</span>}
            </Alert>
          )}
          {failure && <SignInFailure error={failure} credential={variables} />}
          {refusal !== undefined && !failure && (
            <Alert color="red" role="alert" title={t('failed')}>
              <span lang="en">{refusal}</span>
            </Alert>
          )}
          {isPending && variables && !('token' in variables) ? (
            <Loading />
          ) : (
            <Stack>
              <BusyButton isBusy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
                {t('submit')}
              </BusyButton>
              <TokenForm isPending={isPending} onToken={(token) => mutate({ token })} />
            </Stack>
          )}
        </Page>
      </Paper>
    </Container>
  );
}
