import { Text } from '@mantine/core';
import type { EvaluationFigure } from '@lectern/contracts/search';
import { useTranslation } from 'react-i18next';

interface FigureProps {
  readonly figure: EvaluationFigure | undefined;
  /** Whether the interval follows. */
  readonly withInterval?: boolean;
}

/** A share in percent, with its interval. */
export function Figure({ figure, withInterval = true }: FigureProps) {
  const { t } = useTranslation('evaluation');
  const percent = usePercent();
  if (!figure)
    return (
      <Text span c="dimmed" aria-label={t('figure.none')}>
        –
      </Text>
    );
  const { mean, low, high, count } = figure;
  return (
    <span title={t('figure.title', { low: percent(low), high: percent(high), count })}>
      <Text span fw={600}>
        {percent(mean)}
      </Text>
      {withInterval && (
        <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {` ${t('figure.interval', { low: percent(low), high: percent(high) })}`}
        </Text>
      )}
    </span>
  );
}

/** Shares as whole percents of the language. */
export function usePercent(): (share: number) => string {
  const { i18n } = useTranslation('evaluation');
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (share) => format.format(share);
}
