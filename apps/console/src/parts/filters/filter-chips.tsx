import { Button, Group, Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Filters, hasFilters, toggled, withoutFilters } from './filters';
import { useFacetName } from './use-facet-name';

interface FilterChipsProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

interface Chip {
  readonly name: string;
  readonly without: Filters;
}

function useChips(filters: Filters): readonly Chip[] {
  const { t, i18n } = useTranslation('filters');
  const { language } = i18n;
  const facetName = useFacetName();
  const ofGroup = (group: 'labels' | 'kinds' | 'languages') =>
    filters[group].map((path) => ({
      name: facetName(path, group),
      without: toggled(filters, group, path),
    }));
  const ofDay = (end: 'from' | 'to') => {
    const day = filters[end];
    if (day === undefined) return [];
    const text = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
    return [{ name: t(`day.${end}`, { day: text }), without: { ...filters, [end]: undefined } }];
  };
  return [...ofGroup('labels'), ...ofGroup('kinds'), ...ofGroup('languages'), ...ofDay('from'), ...ofDay('to')];
}

/** The filters that are chosen, each with a way to remove it; nothing without filters. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const { t } = useTranslation('filters');
  const chips = useChips(filters);
  if (!hasFilters(filters)) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('chosen')}>
      {chips.map(({ name, without }) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          onRemove={() => onChange(without)}
          removeButtonProps={{ 'aria-label': t('remove', { name }), 'aria-hidden': false, tabIndex: 0 }}
        >
          <bdi>{name}</bdi>
        </Pill>
      ))}
      {chips.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(withoutFilters(filters))}>
          {t('clear')}
        </Button>
      )}
    </Group>
  );
}
