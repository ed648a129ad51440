import { Badge, Stack, Table, Text } from '@mantine/core';
import type { EndedInteraction } from '@lectern/contracts/agents';
import { HistoryIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../parts/busy-button';
import { EmptyState } from '../../../parts/empty-state';
import { Loaded } from '../../../parts/loaded';
import { OneLine } from '../../../parts/one-line';
import { Page } from '../../../parts/page';
import { numberText } from '../../../parts/quantities';
import { Time } from '../../../parts/quantity';
import { useAgentId } from '../agents';
import { answerBody } from '../chat/marked-sources';
import { answersQuery } from './agent-answers';

/** What an agent was asked, and how it answered. */
export function AnswersPage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const { session } = useSearch({ strict: false });
  const query = useInfiniteQuery(answersQuery(agent, session));
  return (
    <Page title={t('answers.title')} description={t('answers.intro')}>
      {session !== undefined && (
        <Text size="sm">
          {t('answers.ofSession')}{' '}
          <Link to="/agents/$agent/answers" params={{ agent }} className="card-link">
            {t('answers.all')}
          </Link>
        </Text>
      )}
      <Loaded query={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ interactions }) => interactions);
          if (all.length === 0)
            return (
              <EmptyState
                icon={<HistoryIcon size={48} aria-hidden />}
                title={t('answers.none')}
                text={t('answers.noneText')}
              />
            );
          return (
            <Stack align="flex-start">
              <AnswerTable answers={all} />
              {query.hasNextPage && (
                <BusyButton
                  variant="default"
                  isBusy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('more')}
                </BusyButton>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

const colors = { answered: 'green', failed: 'red', cancelled: 'gray' } as const;

export function Outcome({ outcome }: Pick<EndedInteraction, 'outcome'>) {
  const { t } = useTranslation('agents');
  return (
    <Badge variant="outline" color={colors[outcome]} tt="none" className="status-badge">
      {t(`answers.outcome.${outcome}`)}
    </Badge>
  );
}

function AnswerTable({ answers }: { readonly answers: readonly EndedInteraction[] }) {
  const { t, i18n } = useTranslation('agents');
  const agent = useAgentId();
  return (
    <Table.ScrollContainer minWidth={480} w="100%" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('answers.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('answers.question')}</Table.Th>
            <Table.Th>{t('answers.ended')}</Table.Th>
            <Table.Th ta="end">{t('answers.took')}</Table.Th>
            <Table.Th>{t('answers.when')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answers.map(({ id, question, answer, outcome, total_time: took, date }) => (
            <Table.Tr key={id}>
              <Table.Td maw="28rem">
                <Link
                  to="/agents/$agent/answers/$interaction"
                  params={{ agent, interaction: id }}
                  className="card-link"
                >
                  <OneLine fw={600}>{question}</OneLine>
                </Link>
                {answer && (
                  <OneLine size="sm" c="dimmed">
                    {answerBody(answer)}
                  </OneLine>
                )}
              </Table.Td>
              <Table.Td>
                <Outcome outcome={outcome} />
              </Table.Td>
              <Table.Td ta="end">
                {t('seconds', { seconds: numberText(Math.round(took * 100) / 100, i18n.language) })}
              </Table.Td>
              <Table.Td>
                <Time at={date} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
