import { Button, Checkbox, Group, Indicator, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { FilterIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../loaded';
import { numberText } from '../quantities';
import { type Facet, type Facets, facetsQuery } from './facets';
import { type FilterGroup, type Filters, hasFilters, toggled } from './filters';
import { useFacetName } from './use-facet-name';

interface FilterProps {
  readonly kbid: string;
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

const groups = ['labels', 'kinds', 'languages'] as const;

/** A button that opens all filters of a box. */
export function FilterButton(props: FilterProps) {
  const { t } = useTranslation('filters');
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
      <Indicator disabled={!hasFilters(props.filters)} color="indigo">
        <Popover.Target>
          <Button variant="default" leftSection={<FilterIcon size={18} aria-hidden />}>
            {t('button')}
          </Button>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('title')}>
        <ScrollArea.Autosize mah="min(60vh, 30rem)" type="auto" offsetScrollbars>
          <FilterPanel {...props} />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterPanel({ kbid, filters, onChange }: FilterProps) {
  const query = useQuery(facetsQuery(kbid));
  return (
    <Stack gap="md">
      <Loaded query={query}>{(facets) => <Choices facets={facets} filters={filters} onChange={onChange} />}</Loaded>
      <Days filters={filters} onChange={onChange} />
    </Stack>
  );
}

type ChoicesProps = Omit<FilterProps, 'kbid'> & { readonly facets: Facets };

function Choices({ facets, filters, onChange }: ChoicesProps) {
  const { t } = useTranslation('filters');
  const some = groups.filter((group) => facets[group].length > 0);
  if (some.length === 0) return <Text size="sm">{t('none')}</Text>;
  return some.map((group) => (
    <Checkbox.Group key={group} label={t(group)} value={[...filters[group]]}>
      <Stack gap={6} mt={6}>
        {facets[group].map((facet) => (
          <Choice
            key={facet.path}
            facet={facet}
            group={group}
            onToggle={() => onChange(toggled(filters, group, facet.path))}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  ));
}

interface ChoiceProps {
  readonly facet: Facet;
  readonly group: FilterGroup;
  readonly onToggle: () => void;
}

function Choice({ facet: { path, count }, group, onToggle }: ChoiceProps) {
  const { i18n } = useTranslation('filters');
  const name = useFacetName()(path, group);
  const label = (
    <span className="content-text">
      <bdi>{name}</bdi>{' '}
      <Text span size="sm" c="dimmed">
        {numberText(count, i18n.language)}
      </Text>
    </span>
  );
  return <Checkbox value={path} label={label} onChange={onToggle} />;
}

function Days({ filters, onChange }: Omit<FilterProps, 'kbid'>) {
  const { t } = useTranslation('filters');
  return (
    <Group grow gap="xs">
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(end)}
          value={filters[end] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...filters, [end]: value || undefined })}
        />
      ))}
    </Group>
  );
}
