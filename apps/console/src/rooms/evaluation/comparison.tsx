import { Stack, Table, Text } from '@mantine/core';
import { changedQuestions, type ChangedQuestion, differencesOf, type VariantResult } from '@lectern/evaluation';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePercent } from './figure';

const CHANCE_MAX = 0.05;
const ROWS = 100;

interface ComparisonProps {
  readonly was: VariantResult;
  readonly now: VariantResult;
}

/** Two variants: their metrics, and the questions that have other scores. */
export function Comparison({ was, now }: ComparisonProps) {
  const { t, i18n } = useTranslation('evaluation');
  const percent = usePercent();
  const differences = useMemo(() => differencesOf(was, now), [was, now]);
  const changed = useMemo(() => changedQuestions(was, now), [was, now]);
  const points = new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  const chance = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 });
  if (differences.length === 0) return <Text>{t('compare.nothingCommon')}</Text>;
  return (
    <Stack gap="md">
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('compare.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('metric.label')}</Table.Th>
              <Table.Th ta="end">{t('compare.before')}</Table.Th>
              <Table.Th ta="end">{t('compare.now')}</Table.Th>
              <Table.Th ta="end">{t('compare.change')}</Table.Th>
              <Table.Th>{t('compare.meaning')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differences.map(({ metric, before, after, p }) => (
              <Table.Tr key={metric}>
                <Table.Td>{t(`metric.${metric}`)}</Table.Td>
                <Table.Td ta="end">{percent(before)}</Table.Td>
                <Table.Td ta="end">{percent(after)}</Table.Td>
                <Table.Td ta="end">{points.format((after - before) * 100)}</Table.Td>
                <Table.Td>
                  {before === after
                    ? t('compare.same')
                    : t(p <= CHANCE_MAX ? 'compare.real' : 'compare.chance', { p: chance.format(p) })}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {changed.length === 0 ? <Text>{t('compare.noChanges')}</Text> : <Changes changed={changed} />}
    </Stack>
  );
}

function Changes({ changed }: { readonly changed: readonly ChangedQuestion[] }) {
  const { t } = useTranslation('evaluation');
  const percent = usePercent();
  return (
    <Stack gap="xs">
      <Text size="sm">{t('compare.changed', { count: changed.length })}</Text>
      <Stack component="ul" className="plain-list" gap="sm">
        {changed.slice(0, ROWS).map(({ before, after, changes }) => (
          <li key={after.id}>
            <Text fw={600} size="sm" dir="auto" className="content-text">
              {after.question}
            </Text>
            <Text size="sm">
              {changes
                .map((one) => `${t(`metric.${one.metric}`)} ${percent(one.before)} → ${percent(one.after)}`)
                .join(' · ')}
            </Text>
            {before.answer !== after.answer && before.answer !== null && after.answer !== null && (
              <details>
                <summary>{t('compare.answers')}</summary>
                <Text size="sm" dir="auto" className="content-text">
                  {t('compare.answerBefore', { answer: before.answer })}
                </Text>
                <Text size="sm" dir="auto" className="content-text">
                  {t('compare.answerNow', { answer: after.answer })}
                </Text>
              </details>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
