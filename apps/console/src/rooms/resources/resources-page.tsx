import { Button, Group, Pagination, Stack, Text } from '@mantine/core';
import { PlusIcon, StackIcon } from '@primer/octicons-react';
import type { Catalog, Resource } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { useBox } from '../../data/boxes';
import { useChanges } from '../../data/changes';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { BulkBar } from './bulk-bar';
import { PAGE_ROWS } from './catalog-request';
import { Filters } from './filters';
import type { ListSearch } from './list-search';
import { ResourceTable } from './resource-table';
import { pageKey, resourcesQuery } from './resources-query';

const route = getRouteApi('/signed-in/boxes/$kbid/resources');

const always = () => true;

/** Resources of a box: a table with filters, which follows what happens in the box. */
export function ResourcesPage() {
  const { t } = useTranslation('resources');
  const { kbid } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(resourcesQuery(kbid, search));
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: pageKey(kbid) }), [kbid]);
  useChanges(kbid, always, refresh);
  const onSearch = (change: Partial<ListSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...change }, replace: true });
  const add = (
    <Button
      renderRoot={(props) => <Link {...props} to="/boxes/$kbid/adding" params={{ kbid }} />}
      leftSection={<PlusIcon size={18} aria-hidden />}
    >
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={add}>
      <Filters search={search} onChange={onSearch} />
      <Loaded query={query}>
        {(catalog) => <Rows kbid={kbid} catalog={catalog} search={search} onSearch={onSearch} />}
      </Loaded>
    </Page>
  );
}

interface RowsProps {
  readonly kbid: string;
  readonly catalog: Catalog;
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}

function Rows({ kbid, catalog, search, onSearch }: RowsProps) {
  const { t, i18n } = useTranslation('resources');
  const { data: box } = useBox(kbid);
  const { resources: byId, fulltext } = catalog;
  const resources = fulltext.results.flatMap(({ rid }) => byId[rid] ?? []);
  const { selected, select, clear } = useSelection(resources);
  if (fulltext.total === 0)
    return <Nothing kbid={kbid} isFiltered={Object.values(search).some((one) => one !== undefined)} />;
  const chosen = resources.filter(({ id }) => selected.has(id));
  const pages = Math.ceil(fulltext.total / PAGE_ROWS);
  const total = new Intl.NumberFormat(i18n.language).format(fulltext.total);
  return (
    <Stack gap="sm">
      {chosen.length > 0 && (
        <BulkBar kbid={kbid} resources={chosen} mayHide={box?.hidden_resources_enabled === true} onDone={clear} />
      )}
      <ResourceTable
        kbid={kbid}
        resources={resources}
        search={search}
        onSearch={onSearch}
        selected={selected}
        onSelect={select}
      />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('total', { count: fulltext.total, total })}
        </Text>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={search.page ?? 1}
            onChange={(page) => onSearch({ page: page === 1 ? undefined : page })}
            getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
            getItemProps={(page) => ({ 'aria-label': t('page.number', { page }) })}
          />
        )}
      </Group>
    </Stack>
  );
}

function Nothing({ kbid, isFiltered }: { readonly kbid: string; readonly isFiltered: boolean }) {
  const { t } = useTranslation('resources');
  const state = isFiltered ? 'filtered' : 'empty';
  return (
    <EmptyState
      icon={<StackIcon size={48} aria-hidden />}
      title={t(`${state}.title`)}
      text={t(`${state}.text`)}
      action={
        !isFiltered && (
          <Link to="/boxes/$kbid/adding" params={{ kbid }} className="card-link">
            {t('empty.action')}
          </Link>
        )
      }
    />
  );
}

/** Selected resources, except those that left the page. */
function useSelection(resources: readonly Resource[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((rids: readonly string[], isSelected: boolean) => {
    setSelected((current) => {
      const next = new Set(current);
      for (const rid of rids) {
        if (isSelected) next.add(rid);
        else next.delete(rid);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setSelected(new Set()), []);
  const shown = new Set(resources.map(({ id }) => id).filter((id) => selected.has(id)));
  return { selected: shown, select, clear };
}
