import { Badge, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { ListUnorderedIcon, PlusIcon } from '@primer/octicons-react';
import type { KvSchema } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { SchemaDialog } from './schema-dialog';
import { kvSchemasQuery, useDeleteSchema } from './search-settings-queries';

/** A schema that is edited; a new one without. */
interface EditedSchema {
  readonly schema?: KvSchema;
}

/** Which keys documents of a box can have, such as a price or a date. */
export function KeyValueSchemas({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(kvSchemasQuery(kbid));
  const [edited, setEdited] = useState<EditedSchema>();
  const [removed, setRemoved] = useState<string>();
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setEdited({})}>
      {t('schemas.new')}
    </Button>
  );
  return (
    <Loaded query={query}>
      {(schemas) => (
        <Stack gap="md" align="flex-start">
          {Object.keys(schemas).length === 0 ? (
            <Stack w="100%">
              <EmptyState
                icon={<ListUnorderedIcon size={48} aria-hidden />}
                title={t('schemas.none')}
                text={t('schemas.intro')}
                action={add}
              />
            </Stack>
          ) : (
            <>
              <Text size="sm">{t('schemas.intro')}</Text>
              {add}
              {Object.values(schemas).map((schema) => (
                <SchemaCard
                  key={schema.id}
                  schema={schema}
                  onEdit={() => setEdited({ schema })}
                  onDelete={() => setRemoved(schema.id)}
                />
              ))}
            </>
          )}
          {edited && (
            <SchemaDialog
              kbid={kbid}
              schema={edited.schema}
              ids={Object.keys(schemas)}
              onClose={() => setEdited(undefined)}
            />
          )}
          {removed !== undefined && <DeleteSchema kbid={kbid} id={removed} onClose={() => setRemoved(undefined)} />}
        </Stack>
      )}
    </Loaded>
  );
}

interface SchemaCardProps {
  readonly schema: KvSchema;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function SchemaCard({ schema: { id, description, fields }, onEdit, onDelete }: SchemaCardProps) {
  const { t } = useTranslation('search-settings');
  return (
    <Card withBorder padding="md" w="100%" component="section" aria-label={id}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h5" className="content-text">
            {id}
          </Title>
          <Group gap={4}>
            <Button size="compact-sm" variant="subtle" aria-label={t('editOf', { name: id })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('deleteOf', { name: id })}
              onClick={onDelete}
            >
              {t('delete')}
            </Button>
          </Group>
        </Group>
        {description && (
          <Text size="sm" dir="auto" className="content-text">
            {description}
          </Text>
        )}
        <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label={id}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('schemas.key')}</Table.Th>
                <Table.Th>{t('schemas.type')}</Table.Th>
                <Table.Th>{t('schemas.description')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map((field) => (
                <Table.Tr key={field.key}>
                  <Table.Td className="content-text">{field.key}</Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      {t(`types.${field.type}`)}
                      {(['required', 'range', 'repeated'] as const)
                        .filter((flag) => field[flag])
                        .map((flag) => (
                          <Badge key={flag} variant="default" tt="none">
                            {t(`schemas.${flag}`)}
                          </Badge>
                        ))}
                    </Group>
                  </Table.Td>
                  <Table.Td className="content-text" dir="auto">
                    {field.description}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Card>
  );
}

interface DeleteSchemaProps {
  readonly kbid: string;
  readonly id: string;
  readonly onClose: () => void;
}

function DeleteSchema({ kbid, id, onClose }: DeleteSchemaProps) {
  const { t } = useTranslation('search-settings');
  const { mutate, isPending, error } = useDeleteSchema(kbid);
  const onSuccess = () => {
    notify(t('deleted'));
    onClose();
  };
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('deleteOf', { name: id })}
      name={id}
      action={t('delete')}
      onConfirm={() => mutate(id, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t('schemas.deleteText')}
    </ConfirmByName>
  );
}
