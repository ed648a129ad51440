import { Stack, Table, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Count } from '../../parts/quantity';
import type { ModelUse } from './usage';

/** Which models used how many tokens, for what. */
export function ModelTable({ uses }: { readonly uses: readonly ModelUse[] }) {
  const { t } = useTranslation('usage');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('models.title')}
      </Title>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('models.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('models.model')}</Table.Th>
              <Table.Th>{t('models.type')}</Table.Th>
              <Table.Th ta="end">{t('models.requests')}</Table.Th>
              <Table.Th ta="end">{t('models.input')}</Table.Th>
              <Table.Th ta="end">{t('models.output')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {uses.map(({ type, model, requests, input, output }) => (
              <Table.Tr key={`${type} ${model}`}>
                <Table.Td>{model || '–'}</Table.Td>
                <Table.Td>
                  <code>{type}</code>
                </Table.Td>
                {[requests, input, output].map((value, column) => (
                  // A row has these three numbers, always in this order.
                  <Table.Td key={['requests', 'input', 'output'][column]} ta="end">
                    <Count value={value} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
