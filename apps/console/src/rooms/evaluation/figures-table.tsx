import { Table } from '@mantine/core';
import type { EvaluationRunState } from '@lectern/contracts/search';
import { metrics } from '@lectern/evaluation';
import { useTranslation } from 'react-i18next';
import { Figure } from './figure';

/** The metrics that any variant measures, with their intervals: a column for each variant. */
export function FiguresTable({ state }: { readonly state: EvaluationRunState }) {
  const { t } = useTranslation('evaluation');
  const measured = metrics.filter((metric) => state.variants.some(({ figures }) => figures[metric]));
  return (
    <Table.ScrollContainer minWidth={300} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('figures')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('metric.label')}</Table.Th>
            {state.variants.map(({ name }, index) => (
              <Table.Th key={index} className="content-text" dir="auto">
                {name === 'default' ? t('variant.default') : name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {measured.map((metric) => (
            <Table.Tr key={metric}>
              <Table.Th scope="row" fw={400} title={t(`metricHint.${metric}`)}>
                {t(`metric.${metric}`)}
              </Table.Th>
              {state.variants.map(({ figures }, index) => (
                <Table.Td key={index}>
                  <Figure figure={figures[metric]} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row" fw={400}>
              {t('asked')}
            </Table.Th>
            {state.variants.map(({ asked, failed }, index) => (
              <Table.Td key={index}>{failed === 0 ? asked : t('askedFailed', { asked, count: failed })}</Table.Td>
            ))}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
