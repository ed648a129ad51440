import { Alert, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { numberText } from '../../parts/quantities';
import { ModelFailure, tryModel } from './model-trial';

/** A trial of one model, which is forgotten when another model is chosen: its key is the model. */
export function useModelTrial(kbid: string, model: string) {
  return useMutation({ mutationFn: () => tryModel(kbid, model) });
}

type ModelTrial = ReturnType<typeof useModelTrial>;

export function TrialButton({ trial, label }: { readonly trial: ModelTrial; readonly label?: string }) {
  const { t } = useTranslation('models');
  return (
    <BusyButton variant="default" isBusy={trial.isPending} onClick={() => trial.mutate()} aria-label={label}>
      {t('trial.button')}
    </BusyButton>
  );
}

const SECONDS_DIGITS = 10;

/** Whether the model answered, and what went wrong where it did not. */
export function TrialResult({ trial }: { readonly trial: ModelTrial }) {
  const { t, i18n } = useTranslation('models');
  if (trial.isSuccess) {
    const seconds = numberText(Math.round(trial.data * SECONDS_DIGITS) / SECONDS_DIGITS, i18n.language);
    const icon = <CheckCircleIcon size={20} aria-hidden />;
    return <Alert color="green" role="status" icon={icon} title={t('trial.works', { seconds })} />;
  }
  if (!trial.isError) return null;
  if (!(trial.error instanceof ModelFailure)) return <FailureNotice error={trial.error} title={t('trial.failed')} />;
  return (
    <Alert color="red" role="alert" title={t('trial.failed')}>
      <Text size="sm" lang="en" className="content-text">
        {trial.error.message}
      </Text>
    </Alert>
  );
}
