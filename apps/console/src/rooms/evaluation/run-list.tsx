import { Badge, Group, Table, Text } from '@mantine/core';
import type { EvaluationRunState } from '@lectern/contracts/search';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Time } from '../../parts/quantity';
import { Figure } from './figure';

/** Metrics that the list shows; the page of a run has all. */
const shown = ['recall', 'facts', 'support', 'refusals'] as const;

interface RunListProps {
  readonly kbid: string;
  readonly runs: readonly EvaluationRunState[];
  /** Whether the title of the set is a column. */
  readonly hasTitles?: boolean;
}

/** Runs with the figures of each of their variants, the newest first. */
export function RunList({ kbid, runs, hasTitles = false }: RunListProps) {
  const { t } = useTranslation('evaluation');
  if (runs.length === 0) return <Text c="dimmed">{t('runs.none')}</Text>;
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('runs.title')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('runs.run')}</Table.Th>
            {hasTitles && <Table.Th>{t('runs.set')}</Table.Th>}
            <Table.Th>{t('variant.label')}</Table.Th>
            {shown.map((metric) => (
              <Table.Th key={metric} ta="end">
                {t(`metric.${metric}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunRows key={run.id} kbid={kbid} run={run} hasTitles={hasTitles} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface RunRowsProps {
  readonly kbid: string;
  readonly run: EvaluationRunState;
  readonly hasTitles: boolean;
}

function RunRows({ kbid, run, hasTitles }: RunRowsProps) {
  const { t } = useTranslation('evaluation');
  return run.variants.map(({ name, figures }, index) => (
    <Table.Tr key={`${run.id} ${index}`}>
      {index === 0 && (
        <Table.Td rowSpan={run.variants.length} style={{ verticalAlign: 'top' }}>
          <Group gap="xs">
            <Link to="/boxes/$kbid/evaluation/runs/$run" params={{ kbid, run: run.id }}>
              <Time at={run.created} />
            </Link>
            <RunBadge run={run} />
          </Group>
        </Table.Td>
      )}
      {index === 0 && hasTitles && (
        <Table.Td rowSpan={run.variants.length} maw="16rem" className="content-text" style={{ verticalAlign: 'top' }}>
          <span dir="auto">{run.title}</span>
        </Table.Td>
      )}
      <Table.Td maw="16rem" className="content-text">
        <span dir="auto">{name === 'default' ? t('variant.default') : name}</span>
      </Table.Td>
      {shown.map((metric) => (
        <Table.Td key={metric} ta="end">
          <Figure figure={figures[metric]} withInterval={false} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

/** How far a run is, unless it is finished without failures. */
export function RunBadge({ run }: { readonly run: EvaluationRunState }) {
  const { t } = useTranslation('evaluation');
  const asked = run.variants.reduce((sum, one) => sum + one.asked, 0);
  const failed = run.variants.reduce((sum, one) => sum + one.failed, 0);
  const words =
    run.state === 'running'
      ? t('state.running', { asked, of: run.size * run.variants.length })
      : run.state === 'failed'
        ? t('state.failed')
        : failed > 0
          ? t('state.withFailures', { count: failed })
          : undefined;
  if (words === undefined) return null;
  return (
    <Badge variant={run.state === 'running' ? 'default' : 'outline'} className="status-badge" tt="none">
      {words}
    </Badge>
  );
}
