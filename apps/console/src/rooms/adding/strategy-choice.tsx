import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { extractStrategiesQuery, type Kept, splitStrategiesQuery, strategyName } from '../../data/strategies';
import { chooseStrategies, useChosenStrategies } from './chosen-strategies';

/** Which strategies the documents get that are added next; nothing where a box has none. */
export function StrategyChoice({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('adding');
  const { data: extract = [] } = useQuery(extractStrategiesQuery(kbid));
  const { data: split = [] } = useQuery(splitStrategiesQuery(kbid));
  const chosen = useChosenStrategies(kbid);
  if (extract.length + split.length === 0) return null;
  return (
    <Group gap="md" role="group" aria-label={t('strategies.label')}>
      <Choice
        label={t('strategies.extract')}
        strategies={extract}
        value={chosen.extract}
        onChange={(id) => chooseStrategies(kbid, { ...chosen, extract: id })}
      />
      <Choice
        label={t('strategies.split')}
        strategies={split}
        value={chosen.split}
        onChange={(id) => chooseStrategies(kbid, { ...chosen, split: id })}
      />
    </Group>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly strategies: readonly Kept<{ readonly name?: string | null }>[];
  /** Undefined: as usual. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

function Choice({ label, strategies, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('adding');
  if (strategies.length === 0) return null;
  const options = strategies.map((one) => ({ value: one.id, label: strategyName(one) }));
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: t('strategies.none') }, ...options]}
      value={strategies.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      flex="0 1 16rem"
    />
  );
}
