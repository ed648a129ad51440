import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { PlusIcon, SlidersIcon } from '@primer/octicons-react';
import type { SearchConfigurations } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchConfigurationsQuery } from '../../data/search-configurations';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { ConfigurationEditor } from './configuration-editor';
import { useDeleteConfiguration } from './search-settings-queries';

/** What is edited: a configuration by its name, or a new one. */
type Edited = { readonly name: string } | 'new' | undefined;

/** Search configurations of a box, and the way to make and try one. */
export function Configurations({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(searchConfigurationsQuery(kbid));
  const [edited, setEdited] = useState<Edited>();
  const close = () => setEdited(undefined);
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setEdited('new')}>
      {t('configurations.new')}
    </Button>
  );
  return (
    <Loaded query={query}>
      {(configurations) => {
        if (edited !== undefined) {
          const name = edited === 'new' ? undefined : edited.name;
          return (
            <ConfigurationEditor
              key={name ?? ''}
              kbid={kbid}
              configurations={configurations}
              name={name}
              onClose={close}
            />
          );
        }
        return Object.keys(configurations).length === 0 ? (
          <EmptyState
            icon={<SlidersIcon size={48} aria-hidden />}
            title={t('configurations.none')}
            text={t('configurations.intro')}
            action={add}
          />
        ) : (
          <Stack gap="md" align="flex-start">
            <Text size="sm">{t('configurations.intro')}</Text>
            {add}
            <ConfigurationTable kbid={kbid} configurations={configurations} onEdit={(name) => setEdited({ name })} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface ConfigurationTableProps {
  readonly kbid: string;
  readonly configurations: SearchConfigurations;
  readonly onEdit: (name: string) => void;
}

function ConfigurationTable({ kbid, configurations, onEdit }: ConfigurationTableProps) {
  const { t } = useTranslation('search-settings');
  const [removed, setRemoved] = useState<string>();
  return (
    <>
      <Table.ScrollContainer minWidth={320} w="100%" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('tabs.configurations')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('configurations.name')}</Table.Th>
              <Table.Th>{t('configurations.kind')}</Table.Th>
              <Table.Th>{t('configurations.sets')}</Table.Th>
              <Table.Th>{t('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(configurations).map(([name, { kind, config }]) => (
              <Table.Tr key={name}>
                <Table.Td maw="16rem">
                  <OneLine fw={600}>{name}</OneLine>
                </Table.Td>
                <Table.Td>
                  <Badge variant="default" tt="none">
                    {t(`kinds.${kind}`)}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" className="content-text">
                    {Object.keys(config).sort().join(', ') || t('configurations.nothing')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t('editOf', { name })}
                      onClick={() => onEdit(name)}
                    >
                      {t('edit')}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      aria-label={t('deleteOf', { name })}
                      onClick={() => setRemoved(name)}
                    >
                      {t('delete')}
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {removed !== undefined && (
        <DeleteConfiguration kbid={kbid} name={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
}

interface DeleteConfigurationProps {
  readonly kbid: string;
  readonly name: string;
  readonly onClose: () => void;
}

function DeleteConfiguration({ kbid, name, onClose }: DeleteConfigurationProps) {
  const { t } = useTranslation('search-settings');
  const { mutate, isPending, error } = useDeleteConfiguration(kbid);
  const onSuccess = () => {
    notify(t('deleted'));
    onClose();
  };
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('deleteOf', { name })}
      name={name}
      action={t('delete')}
      onConfirm={() => mutate(name, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t('configurations.deleteText')}
    </ConfirmByName>
  );
}
