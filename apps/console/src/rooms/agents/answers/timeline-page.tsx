import { Alert, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import type { InteractionReplay, InteractionTimeline } from '@lectern/contracts/agents';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../parts/busy-button';
import { FailureNotice } from '../../../parts/failure-notice';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { numberText } from '../../../parts/quantities';
import { Time } from '../../../parts/quantity';
import { useAgentId } from '../agents';
import '../agents.css';
import { answerBody } from '../chat/marked-sources';
import { barsOf, timelineQuery, type TimelineBar, useReplay } from './agent-answers';
import { Outcome } from './answers-page';

/** How an answer came about: its steps on a line of time, and what was read. */
export function TimelinePage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const { interaction = '' } = useParams({ strict: false });
  const query = useQuery(timelineQuery(agent, interaction));
  const back = (
    <Link to="/agents/$agent/answers" params={{ agent }} className="card-link">
      {t('answers.back')}
    </Link>
  );
  return (
    <Page title={query.data?.question ?? t('answers.one')} description={back}>
      <Loaded query={query}>{(timeline) => <TimelineParts timeline={timeline} />}</Loaded>
    </Page>
  );
}

function useSeconds() {
  const { t, i18n } = useTranslation('agents');
  return (seconds: number) => t('seconds', { seconds: numberText(Math.round(seconds * 1_000) / 1_000, i18n.language) });
}

function TimelineParts({ timeline }: { readonly timeline: InteractionTimeline }) {
  const { t } = useTranslation('agents');
  const seconds = useSeconds();
  const { outcome, answer, error, total_time: took, date, context, replayable, workflow } = timeline;
  return (
    <Stack gap="lg" maw="64rem">
      <Group gap="sm">
        <Outcome outcome={outcome} />
        <Text size="sm">{seconds(took)}</Text>
        <Text size="sm">
          <Time at={date} />
        </Text>
        <Text size="sm">{t('answers.workflow', { name: workflow })}</Text>
      </Group>
      {error && (
        <Alert color="red" role="status" title={t('answers.failed')}>
          <span lang="en">{error}</span>
        </Alert>
      )}
      {answer && (
        <Text dir="auto" className="content-text">
          {answerBody(answer)}
        </Text>
      )}
      <section>
        <Title order={2} size="h4" mb="xs">
          {t('answers.steps')}
        </Title>
        <Bars bars={barsOf(timeline)} total={took} />
        {timeline.is_reduced && <Text size="sm">{t('answers.reduced')}</Text>}
      </section>
      {context.length > 0 && (
        <section>
          <Title order={2} size="h4" mb="xs">
            {t('answers.read')}
          </Title>
          <List size="sm">
            {context.map(({ source, agent, agent_id: id, chunks }, index) => (
              <List.Item key={`${id} ${index}`}>
                {t('answers.texts', { count: chunks.length, source, agent })}
              </List.Item>
            ))}
          </List>
        </section>
      )}
      {replayable && <Replay id={timeline.id} />}
    </Stack>
  );
}

/** A row for each step and call, with a bar from its begin to its end; the numbers beside it say the same. */
function Bars({ bars, total }: { readonly bars: readonly TimelineBar[]; readonly total: number }) {
  const { t } = useTranslation('agents');
  const seconds = useSeconds();
  const length = Math.max(total, ...bars.map(({ start, seconds: took }) => start + took), 0.001);
  const share = (value: number) => `${Math.min(100, (value / length) * 100)}%`;
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('answers.steps')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('answers.step')}</Table.Th>
            <Table.Th ta="end">{t('answers.took')}</Table.Th>
            <Table.Th w="50%" aria-hidden />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map(({ key, name, isCall, start, seconds: took, text, error }) => (
            <Table.Tr key={key}>
              <Table.Td pl={isCall ? 'xl' : undefined} maw="20rem">
                <Text size="sm" fw={isCall ? 400 : 600} className="content-text">
                  {name}
                </Text>
                {text !== '' && (
                  <Text size="xs" c="dimmed" dir="auto" lineClamp={2}>
                    {text}
                  </Text>
                )}
                {error && (
                  <Text size="xs" lang="en">
                    {error}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">{seconds(took)}</Table.Td>
              <Table.Td aria-hidden>
                <svg className={isCall ? 'time-bar of-call' : 'time-bar'} width="100%" height="14">
                  <rect x={share(start)} width={share(took)} height="14" rx="3" />
                </svg>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Replay({ id }: { readonly id: string }) {
  const { t } = useTranslation('agents');
  const { mutate, isPending, error, data } = useReplay(useAgentId(), id);
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={2} size="h4">
        {t('answers.replay')}
      </Title>
      <Text size="sm">{t('answers.replayText')}</Text>
      <BusyButton variant="default" isBusy={isPending} onClick={() => mutate()}>
        {t('answers.replayAction')}
      </BusyButton>
      {error && <FailureNotice error={error} />}
      {data && <Differences replay={data} />}
    </Stack>
  );
}

function Differences({ replay }: { readonly replay: InteractionReplay }) {
  const { t } = useTranslation('agents');
  if (replay.identical)
    return (
      <Text size="sm" role="status">
        {t('answers.same')}
      </Text>
    );
  return (
    <Stack gap="xs" role="status">
      {replay.differences.map(({ stage, added, removed, changed }) => (
        <div key={stage}>
          <Text size="sm" fw={600}>
            {t(`answers.stage.${stage}`)}
          </Text>
          <Text size="sm">{t('answers.counts', { added: added.length, removed: removed.length })}</Text>
          {changed.map(({ id, what, before, after }) => (
            <Text key={`${id} ${what}`} size="sm" dir="auto" className="content-text">
              <del>{before}</del> <ins>{after}</ins>
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}
