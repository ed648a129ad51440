import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../parts/bar-chart';
import { Loaded } from '../../parts/loaded';
import { countsQuery, daysOf } from './activity';

interface DayChartsProps {
  readonly kbid: string;
  readonly month: string;
}

/** Questions and searches of a month by day. */
export function DayCharts({ kbid, month }: DayChartsProps) {
  const query = useQuery(countsQuery(kbid, month));
  return (
    <Loaded query={query}>
      {(counts) => {
        const days = daysOf(month, counts);
        return (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <DayChart name="questions" days={days.map(({ day, questions: value }) => ({ day, value }))} />
            <DayChart name="searches" days={days.map(({ day, searches: value }) => ({ day, value }))} />
          </SimpleGrid>
        );
      }}
    </Loaded>
  );
}

interface DayChartProps {
  readonly name: 'questions' | 'searches';
  readonly days: readonly { readonly day: string; readonly value: number }[];
}

function DayChart({ name, days }: DayChartProps) {
  const { t, i18n } = useTranslation('activity');
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const dayText = (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  const count = days.reduce((sum, { value }) => sum + value, 0);
  const most = days.reduce((best, one) => (one.value > best.value ? one : best), { day: '', value: 0 });
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t(`${name}.title`)}
        </Title>
        <Text size="xl" fw={600}>
          {new Intl.NumberFormat(i18n.language).format(count)}
        </Text>
        {count > 0 && (
          <BarChart
            summary={t(`${name}.summary`, { count, most: most.value, day: dayText(most.day) })}
            bars={days.map(({ day, value }) => ({ value, label: `${dayText(day)}: ${value}` }))}
          />
        )}
      </Stack>
    </Paper>
  );
}
