import { Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import type { UsageAggregation } from '@lectern/contracts/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../parts/bar-chart';
import { metricText, spanText } from './metric-text';
import { ModelTable } from './model-table';
import { modelUses, type Series, seriesOf, type UsagePoint } from './usage';
import { UsageTable } from './usage-table';

interface ChartsProps {
  readonly points: readonly UsagePoint[];
  readonly aggregation: UsageAggregation;
}

/** A chart for each metric, or all of them in a table. */
export function Charts({ points, aggregation }: ChartsProps) {
  const { t, i18n } = useTranslation('usage');
  const [isTable, setTable] = useState(false);
  const series = seriesOf(points);
  const uses = modelUses(points);
  const spans = points.map(({ timestamp }) => spanText(timestamp, aggregation, i18n.language));
  return (
    <Stack gap="lg">
      <Switch label={t('asTable')} checked={isTable} onChange={(event) => setTable(event.currentTarget.checked)} />
      {isTable ? (
        <UsageTable spans={spans} series={series} />
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className="plain-list">
          {series.map((one) => (
            <li key={one.name}>
              <Chart series={one} spans={spans} />
            </li>
          ))}
        </SimpleGrid>
      )}
      {uses.length > 0 && <ModelTable uses={uses} />}
    </Stack>
  );
}

function Chart({ series, spans }: { readonly series: Series; readonly spans: readonly string[] }) {
  const { t, i18n } = useTranslation('usage');
  const { name, values, total } = series;
  const text = (value: number) => metricText(name, value, i18n.language);
  const most = values.indexOf(Math.max(...values));
  const summary = { metric: t(`metrics.${name}`), total: text(total), most: text(values[most] ?? 0), at: spans[most] };
  return (
    <Paper withBorder p="md" h="100%">
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t(`metrics.${name}`)}
        </Title>
        <Text size="xl" fw={600}>
          {text(total)}
        </Text>
        {total > 0 && (
          <>
            <BarChart
              summary={t('summary', summary)}
              bars={values.map((value, index) => ({ value, label: `${spans[index] ?? ''}: ${text(value)}` }))}
            />
            <Text size="xs" c="dimmed">
              {spans.length > 1 ? t('fromTo', { from: spans[0], to: spans.at(-1) }) : spans[0]}
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  );
}
