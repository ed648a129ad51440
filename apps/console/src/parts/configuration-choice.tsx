import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { searchConfigurationsQuery } from '../data/search-configurations';

interface ConfigurationChoiceProps {
  readonly kbid: string;
  readonly kind: 'find' | 'ask';
  /** Undefined: none. */
  readonly value: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** Which search configuration is used; nothing where a box has none of the kind. */
export function ConfigurationChoice({ kbid, kind, value, onChange }: ConfigurationChoiceProps) {
  const { t } = useTranslation();
  const { data } = useQuery(searchConfigurationsQuery(kbid));
  const own = Object.entries(data ?? {}).flatMap(([name, one]) => (one.kind === kind ? [name] : []));
  // One of the address may have been deleted: it stays until something else is chosen.
  const names = value === undefined || own.includes(value) ? own : [value, ...own];
  if (names.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('configuration.label')}
      data={[{ value: '', label: t('configuration.none') }, ...names]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      maw="16rem"
    />
  );
}
