import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { UsageAggregation } from '@lectern/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { boxesQuery } from '../../data/boxes';
import { daysBack, fitting, instantsOf, type Range, ranges, usualAggregation } from './span';

/** What somebody chose to see. */
export interface UsageDraft {
  readonly range: Range;
  /** `2026-01-31`. */
  readonly first: string;
  readonly last: string;
  readonly aggregation: UsageAggregation;
  readonly box: string | null;
}

interface UsageChooserProps {
  readonly account: string;
  readonly draft: UsageDraft;
  readonly onDraft: (draft: UsageDraft) => void;
}

/** Chooses box, days and the length of spans. */
export function UsageChooser({ account, draft, onDraft }: UsageChooserProps) {
  const { t } = useTranslation('usage');
  const { data: boxes = [] } = useQuery(boxesQuery(account));
  const change = (part: Partial<UsageDraft>) => onDraft(fitted({ ...draft, ...part }));
  const chooseRange = (value: string) => {
    const range = ranges.find((one) => one === value) ?? 'month';
    if (range === 'own') change({ range });
    else change({ range, ...daysBack(range, new Date()), aggregation: usualAggregation(range) });
  };
  return (
    <Group align="flex-end">
      <NativeSelect
        label={t('box')}
        data={[{ value: '', label: t('allBoxes') }, ...boxes.map(({ id, title }) => ({ value: id, label: title }))]}
        value={draft.box ?? ''}
        onChange={(event) => change({ box: event.currentTarget.value || null })}
        maw="16rem"
      />
      <NativeSelect
        label={t('range')}
        data={ranges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
        value={draft.range}
        onChange={(event) => chooseRange(event.currentTarget.value)}
      />
      <Days draft={draft} change={change} />
      <NativeSelect
        label={t('by')}
        data={offered(draft).map((value) => ({ value, label: t(`spans.${value}`) }))}
        value={draft.aggregation}
        onChange={(event) => {
          const chosen = offered(draft).find((one) => one === event.currentTarget.value);
          if (chosen) change({ aggregation: chosen });
        }}
      />
    </Group>
  );
}

interface DaysProps {
  readonly draft: UsageDraft;
  readonly change: (part: Partial<UsageDraft>) => void;
}

function Days({ draft, change }: DaysProps) {
  const { t } = useTranslation('usage');
  if (draft.range !== 'own') return null;
  return (
    <>
      <TextInput
        type="date"
        label={t('first')}
        value={draft.first}
        max={draft.last}
        onChange={(event) => change({ first: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('last')}
        value={draft.last}
        min={draft.first}
        onChange={(event) => change({ last: event.currentTarget.value })}
      />
    </>
  );
}

function offered({ first, last }: UsageDraft) {
  const days = instantsOf(first, last);
  return days ? fitting(days.from, days.to) : [];
}

/** Sums by hour of ten years are too many: the shortest span that fits takes their place. */
function fitted(draft: UsageDraft): UsageDraft {
  const fit = offered(draft);
  const [shortest] = fit;
  if (shortest === undefined || fit.some((one) => one === draft.aggregation)) return draft;
  return { ...draft, aggregation: shortest };
}
