import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../parts/failure-notice';
import { type Credential, SignInError } from '../../session/session';

interface SignInFailureProps {
  readonly error: Error;
  readonly credential: Credential | undefined;
}

function textOf(error: SignInError, credential: Credential | undefined) {
  if (error.status === 429) return 'tooMany';
  if (error.status !== 401) return 'failed';
  return credential && 'code' in credential ? 'wrongCode' : 'wrong';
}

/** Why nobody was signed in. */
export function SignInFailure({ error, credential }: SignInFailureProps) {
  const { t } = useTranslation('sign-in');
  if (!(error instanceof SignInError)) return <FailureNotice error={error} title={t('failed')} />;
  return (
    <Alert color="red" role="alert" title={t(textOf(error, credential))}>
      {error.message !== '' && (
        <Text size="sm" className="content-text">
          {t('server')} <span lang="en">{error.message}</span>
        </Text>
      )}
    </Alert>
  );
}
