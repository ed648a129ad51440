import type { UsageAggregation, UsageMetric } from '@lectern/contracts/accounts';
import { byteSizeText } from '../../parts/quantities';

const SECONDS: readonly UsageMetric[] = [
  'pre_processing_time',
  'slow_processing_time',
  'media_seconds_processed',
  'train_seconds',
];

/** A value with its unit, in the language of the page. */
export function metricText(name: UsageMetric, value: number, language: string): string {
  if (name === 'bytes_processed') return byteSizeText(value, language);
  const unit = SECONDS.includes(name) ? ({ style: 'unit', unit: 'second', unitDisplay: 'short' } as const) : {};
  return new Intl.NumberFormat(language, { ...unit, maximumFractionDigits: value < 10 ? 2 : 0 }).format(value);
}

/** The span that begins at an instant, in UTC, in which usage is summed. */
export function spanText(timestamp: string, aggregation: UsageAggregation, language: string): string {
  const parts = {
    hour: { dateStyle: 'medium', timeStyle: 'short' },
    day: { dateStyle: 'medium' },
    week: { dateStyle: 'medium' },
    month: { month: 'long', year: 'numeric' },
    quarter: { month: 'long', year: 'numeric' },
    year: { year: 'numeric' },
    millennium: { year: 'numeric' },
  } as const;
  return new Intl.DateTimeFormat(language, { ...parts[aggregation], timeZone: 'UTC' }).format(new Date(timestamp));
}
