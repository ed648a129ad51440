import { Badge, Group, Text } from '@mantine/core';
import { AlertIcon, CheckIcon } from '@primer/octicons-react';
import type { FrameStep } from '@lectern/contracts/agents';
import { useTranslation } from 'react-i18next';
import { numberText } from '../../../parts/quantities';
import { type Exchange } from './exchange';

/** What the modules of an agent did, one after the other, open while they work. */
export function StepList({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useTranslation('agents');
  const { steps, reasoning, phase } = exchange;
  if (steps.length === 0 && reasoning === '') return null;
  const isRunning = phase === 'asking' || phase === 'waiting';
  return (
    <details className="steps" open={isRunning || undefined} key={isRunning ? 'live' : 'kept'}>
      <summary>{t('chat.steps', { count: steps.length })}</summary>
      <ol className="plain-list">
        {steps.map((step, index) => (
          <li key={index}>
            <StepLine step={step} />
          </li>
        ))}
      </ol>
      {reasoning !== '' && (
        <Text size="sm" c="dimmed" className="content-text">
          {reasoning}
        </Text>
      )}
    </details>
  );
}

function StepLine({ step }: { readonly step: FrameStep }) {
  const { t, i18n } = useTranslation('agents');
  const { module, title, value, reason, timeit, error } = step;
  const Mark = error === null ? CheckIcon : AlertIcon;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" className="step">
      <span className={error === null ? 'well' : 'unwell'}>
        <Mark size={16} aria-label={t(error === null ? 'chat.stepDone' : 'chat.stepFailed')} />
      </span>
      <div className="step-text">
        <Text size="sm" span fw={600}>
          {title === 'agent' ? module : title}
        </Text>{' '}
        <Badge variant="default" tt="none" size="sm" className="status-badge">
          {t('seconds', { seconds: numberText(Math.round(timeit * 100) / 100, i18n.language) })}
        </Badge>
        {[value, reason].map(
          (text) =>
            text && (
              <Text key={text} size="sm" c="dimmed" dir="auto" className="content-text" lineClamp={4}>
                {text}
              </Text>
            ),
        )}
        {error && (
          <Text size="sm" lang="en" className="content-text">
            {error}
          </Text>
        )}
      </div>
    </Group>
  );
}
