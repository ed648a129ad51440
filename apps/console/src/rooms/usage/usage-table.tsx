import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { metricText } from './metric-text';
import type { Series } from './usage';

interface UsageTableProps {
  readonly spans: readonly string[];
  readonly series: readonly Series[];
}

/** All values: a row for each span, newest first, a column for each metric. */
export function UsageTable({ spans, series }: UsageTableProps) {
  const { t, i18n } = useTranslation('usage');
  const rows = spans.map((span, index) => ({ span, index })).toReversed();
  return (
    <Table.ScrollContainer minWidth={1_400} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('title')} striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('span')}</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name} ta="end">
                {t(`metrics.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('total')}</Table.Th>
            {series.map(({ name, total }) => (
              <Table.Td key={name} ta="end" fw={600}>
                {metricText(name, total, i18n.language)}
              </Table.Td>
            ))}
          </Table.Tr>
          {rows.map(({ span, index }) => (
            <Table.Tr key={span}>
              <Table.Th scope="row" fw={400}>
                {span}
              </Table.Th>
              {series.map(({ name, values }) => (
                <Table.Td key={name} ta="end">
                  {metricText(name, values[index] ?? 0, i18n.language)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
