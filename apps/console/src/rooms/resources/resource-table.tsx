import { Badge, Checkbox, Group, Table, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronUpIcon, EyeClosedIcon, PeopleIcon, UnfoldIcon } from '@primer/octicons-react';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameBeside } from '../../parts/file-name';
import { useKindText } from '../../parts/kinds/use-kind-text';
import { OneLine } from '../../parts/one-line';
import { Time } from '../../parts/quantity';
import type { ListOrder, ListSearch } from './list-search';
import { StatusBadge } from './status-badge';
import './resources.css';

interface ResourceTableProps {
  readonly kbid: string;
  readonly resources: readonly Resource[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (rids: readonly string[], isSelected: boolean) => void;
}

/** Resources of a page: a row each. */
export function ResourceTable(props: ResourceTableProps) {
  const { kbid, resources, search, onSearch, selected, onSelect } = props;
  const { t } = useTranslation('resources');
  const rids = resources.map(({ id }) => id);
  const count = rids.filter((rid) => selected.has(rid)).length;
  const heading = { search, onSearch };
  return (
    <Table aria-label={t('title')} layout="fixed" highlightOnHover className="resource-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={40}>
            <Checkbox
              aria-label={t('select.all')}
              checked={count > 0 && count === rids.length}
              indeterminate={count > 0 && count < rids.length}
              onChange={(event) => onSelect(rids, event.currentTarget.checked)}
            />
          </Table.Th>
          <SortedHeading order="title" {...heading} />
          <Table.Th w={150}>{t('column.status')}</Table.Th>
          <Table.Th w={120} visibleFrom="md">
            {t('column.kind')}
          </Table.Th>
          <SortedHeading order="modified" w={130} visibleFrom="lg" {...heading} />
          <SortedHeading order="created" w={130} visibleFrom="sm" {...heading} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {resources.map((resource) => (
          <ResourceRow
            key={resource.id}
            kbid={kbid}
            resource={resource}
            isSelected={selected.has(resource.id)}
            onSelect={onSelect}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface SortedHeadingProps {
  readonly order: ListOrder;
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
  readonly w?: number;
  readonly visibleFrom?: 'sm' | 'lg';
}

/** A heading that sorts by its column, and the other way when it does so already. */
function SortedHeading({ order, search, onSearch, ...column }: SortedHeadingProps) {
  const { t } = useTranslation('resources');
  const isSorted = (search.sort ?? 'created') === order;
  const isAscending = search.order === 'asc';
  const Mark = isSorted ? (isAscending ? ChevronUpIcon : ChevronDownIcon) : UnfoldIcon;
  // Titles begin with A, dates with the newest.
  const first = order === 'title' ? ('asc' as const) : undefined;
  const sort = () => onSearch({ sort: order, order: isSorted ? (isAscending ? undefined : 'asc') : first });
  return (
    <Table.Th {...column} aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <UnstyledButton onClick={sort} fw={700} fz="sm" className="sort-button">
        {t(`column.${order}`)}
        <Mark size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

interface ResourceRowProps {
  readonly kbid: string;
  readonly resource: Resource;
  readonly isSelected: boolean;
  readonly onSelect: ResourceTableProps['onSelect'];
}

const LABELS_SHOWN = 2;

const ResourceRow = memo(function ResourceRow({ kbid, resource, isSelected, onSelect }: ResourceRowProps) {
  const { t } = useTranslation('resources');
  const { id, title = '', icon = '', created = '', modified = '', hidden, usermetadata, origin, security } = resource;
  const groups = security?.access_groups ?? [];
  const labels = (usermetadata?.classifications ?? []).filter((one) => !one.cancelled_by_user);
  const kindText = useKindText();
  const filename = fileNameBeside(title, origin?.filename);
  return (
    <Table.Tr data-selected={isSelected || undefined}>
      <Table.Td>
        <Checkbox
          aria-label={t('select.one', { title })}
          checked={isSelected}
          onChange={(event) => onSelect([id], event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          {hidden && <EyeClosedIcon size={16} aria-label={t('hidden')} className="fixed-icon" />}
          {groups.length > 0 && <Restricted groups={groups} />}
          <Link to="/boxes/$kbid/resources/$rid" params={{ kbid, rid: id }} className="card-link">
            <OneLine>{title === '' ? id : title}</OneLine>
          </Link>
          {labels.slice(0, LABELS_SHOWN).map(({ labelset, label }) => (
            <Badge key={`${labelset}/${label}`} variant="default" tt="none" visibleFrom="md" className="label-badge">
              {label}
            </Badge>
          ))}
        </Group>
        {filename !== undefined && (
          <OneLine size="xs" c="dimmed">
            {filename}
          </OneLine>
        )}
      </Table.Td>
      <Table.Td>
        <StatusBadge resource={resource} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <OneLine size="sm">{kindText(icon)}</OneLine>
      </Table.Td>
      <Table.Td visibleFrom="lg">
        <Time at={modified} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time at={created} />
      </Table.Td>
    </Table.Tr>
  );
});

/** That only some groups may see a resource; which ones, where the pointer is. */
function Restricted({ groups }: { readonly groups: readonly string[] }) {
  const { t } = useTranslation('resources');
  const text = t('groups.only', { groups: groups.join(', ') });
  return (
    <span title={text} className="fixed-icon">
      <PeopleIcon size={16} aria-label={text} />
    </span>
  );
}
