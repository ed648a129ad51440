import { Alert, Text } from '@mantine/core';
import { CheckCircleIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverWords } from '../../api/failure';
import { BusyButton } from '../busy-button';
import { FailureNotice } from '../failure-notice';
import { numberText } from '../quantities';
import { ModelFailure, tryModel } from './model-trial';

/** A trial of one model, which is forgotten when another model is chosen: its key is the model. */
export function useModelTrial(kbid: string, model: string) {
  return useMutation({ mutationFn: () => tryModel(kbid, model) });
}

type ModelTrial = ReturnType<typeof useModelTrial>;

interface TrialButtonProps {
  readonly trial: ModelTrial;
  /** Of the model, where there are other buttons of this kind. */
  readonly name?: string;
}

export function TrialButton({ trial, name }: TrialButtonProps) {
  const { t } = useTranslation('model-keys');
  const label = name === undefined ? undefined : t('trial.of', { name });
  return (
    <BusyButton variant="default" isBusy={trial.isPending} onClick={() => trial.mutate()} aria-label={label}>
      {t('trial.button')}
    </BusyButton>
  );
}

const SECONDS_DIGITS = 10;

/** Whether the model answered, and what went wrong where it did not. */
export function TrialResult({ trial }: { readonly trial: ModelTrial }) {
  const { t, i18n } = useTranslation('model-keys');
  if (trial.isSuccess) {
    const seconds = numberText(Math.round(trial.data * SECONDS_DIGITS) / SECONDS_DIGITS, i18n.language);
    const icon = <CheckCircleIcon size={20} aria-hidden />;
    return <Alert color="green" role="status" icon={icon} title={t('trial.works', { seconds })} />;
  }
  if (!trial.isError) return null;
  const words = trial.error instanceof ModelFailure ? trial.error.message : serverWords(trial.error);
  if (!words) return <FailureNotice error={trial.error} title={t('trial.failed')} />;
  return (
    <Alert color="red" role="alert" title={t('trial.failed')}>
      <Text size="sm" lang="en" className="content-text">
        {words}
      </Text>
    </Alert>
  );
}
