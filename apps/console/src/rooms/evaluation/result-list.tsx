import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { metrics, type QuestionResult, totalScore } from '@lectern/evaluation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePercent } from './figure';

const ROWS = 25;

/** What each question brought, the worst first. */
export function ResultList({ results }: { readonly results: readonly QuestionResult[] }) {
  const { t } = useTranslation('evaluation');
  const [rows, setRows] = useState(ROWS);
  const sorted = results.toSorted((a, b) => totalScore(a) - totalScore(b));
  const wrong = sorted.filter((one) => totalScore(one) < 1).length;
  return (
    <Stack gap="sm">
      <Text size="sm">{t('results.wrong', { wrong, count: results.length })}</Text>
      <Stack component="ul" className="plain-list" gap="md">
        {sorted.slice(0, rows).map((one) => (
          <li key={one.id}>
            <Result result={one} />
          </li>
        ))}
      </Stack>
      {sorted.length > rows && (
        <Group className="not-printed">
          <Button variant="default" onClick={() => setRows(rows + ROWS)}>
            {t('more', { count: sorted.length - rows })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Result({ result }: { readonly result: QuestionResult }) {
  const { t } = useTranslation('evaluation');
  const percent = usePercent();
  const { question, scores, error, answer, found, status } = result;
  const measured = metrics.flatMap((metric) => {
    const score = scores[metric];
    return score === undefined ? [] : [{ metric, score }];
  });
  return (
    <Stack gap={4}>
      <Text fw={600} dir="auto" className="content-text">
        {question}
      </Text>
      <Group gap="xs">
        {measured.map(({ metric, score }) => (
          <Badge key={metric} variant={score < 1 ? 'outline' : 'default'} className="status-badge" tt="none">
            {t('results.score', { metric: t(`metric.${metric}`), score: percent(score) })}
          </Badge>
        ))}
      </Group>
      {error !== undefined && (
        <Text size="sm">
          {t('results.failed')} <span lang="en">{error}</span>
        </Text>
      )}
      {answer !== null && (
        <Text size="sm" dir="auto" className="content-text" lineClamp={6}>
          {status === 'success' ? answer : t('results.refused', { answer })}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="content-text">
        {found.length === 0 ? t('results.nothing') : t('results.found', { names: found.slice(0, 5).join(' · ') })}
      </Text>
    </Stack>
  );
}
