import { Badge, Button, Stack, Table } from '@mantine/core';
import type { DriverRecord } from '@lectern/contracts/agents';
import { PlugIcon, PlusIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmRemoval } from '../../../parts/confirm-removal';
import { EditButtons } from '../../../parts/edit-buttons';
import { EmptyState } from '../../../parts/empty-state';
import { Loaded } from '../../../parts/loaded';
import { OneLine } from '../../../parts/one-line';
import { Page } from '../../../parts/page';
import { useAgentId } from '../agents';
import '../agents.css';
import { driversQuery, schemaQuery } from '../workflow/workflow';
import { DriverDialog } from './driver-dialog';
import { useDeleteDriver } from './drivers';

/** What an agent may ask: knowledge boxes, the web, databases, servers, each with its secrets. */
export function SourcesPage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const query = useQuery(driversQuery(agent));
  const schema = useQuery(schemaQuery(agent));
  const [edited, setEdited] = useState<DriverRecord | 'new'>();
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('source.add')}
    </Button>
  );
  return (
    <Page title={t('source.title')} description={t('source.intro')} actions={add}>
      <Loaded query={query}>
        {(drivers) =>
          drivers.length === 0 ? (
            <EmptyState
              icon={<PlugIcon size={48} aria-hidden />}
              title={t('source.none')}
              text={t('source.noneText')}
            />
          ) : (
            <SourceTable drivers={drivers} onEdit={setEdited} />
          )
        }
      </Loaded>
      {edited && schema.data && (
        <DriverDialog
          agent={agent}
          providers={schema.data.drivers}
          {...(edited !== 'new' && { driver: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

interface SourceTableProps {
  readonly drivers: readonly DriverRecord[];
  readonly onEdit: (driver: DriverRecord) => void;
}

function SourceTable({ drivers, onEdit }: SourceTableProps) {
  const { t } = useTranslation('agents');
  const { data: schema } = useQuery(schemaQuery(useAgentId()));
  const [leaving, setLeaving] = useState<DriverRecord>();
  return (
    <Stack>
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('source.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('source.name')}</Table.Th>
              <Table.Th>{t('source.kind')}</Table.Th>
              <Table.Th>{t('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {drivers.map((driver) => (
              <Table.Tr key={driver.id}>
                <Table.Td maw="20rem">
                  <OneLine fw={600}>{driver.name}</OneLine>
                  <OneLine size="xs" c="dimmed" ff="monospace">
                    {driver.identifier}
                  </OneLine>
                </Table.Td>
                <Table.Td>
                  <Badge variant="default" tt="none" className="status-badge" lang="en">
                    {schema?.drivers[driver.provider]?.title ?? driver.provider}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <EditButtons
                    edit={{
                      text: t('change'),
                      label: t('source.changeOf', { name: driver.name }),
                      onClick: () => onEdit(driver),
                    }}
                    remove={{
                      text: t('delete'),
                      label: t('source.deleteOf', { name: driver.name }),
                      onClick: () => setLeaving(driver),
                    }}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {leaving && <DeleteSource driver={leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  );
}

function DeleteSource({ driver, onClose }: { readonly driver: DriverRecord; readonly onClose: () => void }) {
  const { t } = useTranslation('agents');
  const removal = useDeleteDriver(useAgentId());
  const texts = { title: t('source.deletion'), action: t('delete'), done: t('source.deleted') };
  return (
    <ConfirmRemoval {...texts} name={driver.name} removal={removal} of={driver.id} onClose={onClose}>
      {t('source.deletionText')}
    </ConfirmRemoval>
  );
}
