import { Badge, Stack, Table, Text } from '@mantine/core';
import type { EmbeddingModelUse } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { Count } from '../../parts/quantity';
import { modelsQuery } from './health';
import { Section } from '../../parts/section';

/** Models that are installed or that a box needs. */
export function Models() {
  const { t } = useTranslation('health');
  const query = useQuery(modelsQuery);
  return (
    <Section title={t('models.title')}>
      <Loaded query={query}>
        {({ default_embedder: embedder, reranker, embedders }) => (
          <Stack gap="xs">
            <Text>{t('models.default', { embedder, reranker })}</Text>
            <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table aria-label={t('models.title')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('models.name')}</Table.Th>
                    <Table.Th>{t('models.state')}</Table.Th>
                    <Table.Th>{t('models.boxes')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {embedders.map((model) => (
                    <ModelRow key={model.id} model={model} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function ModelRow({ model: { id, installed, knowledge_boxes } }: { readonly model: EmbeddingModelUse }) {
  const { t } = useTranslation('health');
  return (
    <Table.Tr>
      <Table.Td>
        <code>{id}</code>
      </Table.Td>
      <Table.Td>
        <Badge variant="default">{installed ? t('models.installed') : t('models.missing')}</Badge>
        {!installed && knowledge_boxes > 0 && <Text size="sm">{t('models.missingTodo', { id })}</Text>}
      </Table.Td>
      <Table.Td>
        <Count value={knowledge_boxes} />
      </Table.Td>
    </Table.Tr>
  );
}
