import { Badge, Group, Table, Text } from '@mantine/core';
import { ListUnorderedIcon } from '@primer/octicons-react';
import type { KvSchema } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { SchemaDialog } from './schema-dialog';
import { kvSchemasQuery, useDeleteSchema } from './search-settings-queries';
import { DeleteSetting, SettingCard, SettingList } from './setting-list';

/** A schema that is edited; a new one without. */
interface EditedSchema {
  readonly schema?: KvSchema;
}

/** Which keys documents of a box can have, such as a price or a date. */
export function KeyValueSchemas({ kbid }: { readonly kbid: string }) {
  const query = useQuery(kvSchemasQuery(kbid));
  const removal = useDeleteSchema(kbid);
  const [edited, setEdited] = useState<EditedSchema>();
  const [removed, setRemoved] = useState<string>();
  return (
    <Loaded query={query}>
      {(schemas) => (
        <>
          <SettingList
            kind="schemas"
            icon={<ListUnorderedIcon size={48} aria-hidden />}
            isEmpty={Object.keys(schemas).length === 0}
            onNew={() => setEdited({})}
          >
            {Object.values(schemas).map((schema) => (
              <SchemaCard
                key={schema.id}
                schema={schema}
                onEdit={() => setEdited({ schema })}
                onDelete={() => setRemoved(schema.id)}
              />
            ))}
          </SettingList>
          {edited && (
            <SchemaDialog
              kbid={kbid}
              schema={edited.schema}
              ids={Object.keys(schemas)}
              onClose={() => setEdited(undefined)}
            />
          )}
          {removed !== undefined && (
            <DeleteSetting kind="schemas" id={removed} removal={removal} onClose={() => setRemoved(undefined)} />
          )}
        </>
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
    <SettingCard name={id} onEdit={onEdit} onDelete={onDelete}>
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
    </SettingCard>
  );
}
