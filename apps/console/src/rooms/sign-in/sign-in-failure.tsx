import { Alert, Text } from '@mantine/core';
import { ApiError } from '@lectern/client';
import { useTranslation } from 'react-i18next';
import { failureKind, serverWords } from '../../api/failure';
import { FailureNotice } from '../../parts/failure-notice';
import type { Credential } from '../../session/session';

interface SignInFailureProps {
  readonly error: Error;
  readonly credential: Credential | undefined;
}

function textOf(error: ApiError, credential: Credential | undefined) {
  if (error.status === 429) return 'tooMany';
  if (error.status !== 401) return 'failed';
  if (!credential || 'token' in credential) return 'wrong';
  return 'code' in credential ? 'wrongCode' : 'wrongReturn';
}

/** Why nobody was signed in. */
export function SignInFailure({ error, credential }: SignInFailureProps) {
  const { t } = useTranslation('sign-in');
  if (!(error instanceof ApiError) || failureKind(error) === 'away')
    return <FailureNotice error={error} title={t('failed')} />;
  const words = serverWords(error);
  return (
    <Alert color="red" role="alert" title={t(textOf(error, credential))}>
      {words !== undefined && (
        <Text size="sm" className="content-text">
          {t('server')} <span lang="en">{words}</span>
        </Text>
      )}
    </Alert>
  );
}
