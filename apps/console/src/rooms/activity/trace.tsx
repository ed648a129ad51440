import { Button, Code, Stack, Table, Text, Title } from '@mantine/core';
import { CheckIcon } from '@primer/octicons-react';
import type { AskTraceAnswer, TracedContext, TracedRetrieval } from '@lectern/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { PassageName, usePassageName } from '../../parts/passage-name';
import { traceQuery } from './activity';
import { Replay } from './replay';
import { Sentences } from './sentences';
import { candidatesOf, type Candidate, type Stage, stagesOf } from './stages';

interface TraceProps {
  readonly kbid: string;
  /** Of the answer. */
  readonly learningId: string;
  readonly answer: string | null | undefined;
}

/** What each leg of the search found, what was left out, what the model got, and which sentences that supports. */
export function Trace({ kbid, learningId, answer }: TraceProps) {
  const query = useQuery(traceQuery(kbid, learningId));
  return <Loaded query={query}>{(trace) => <TraceParts kbid={kbid} trace={trace} answer={answer} />}</Loaded>;
}

interface TracePartsProps extends Pick<TraceProps, 'kbid' | 'answer'> {
  readonly trace: AskTraceAnswer;
}

function TraceParts({ kbid, trace, answer }: TracePartsProps) {
  const { t } = useTranslation('activity');
  const { retrievals, context, prompt, security_groups: groups } = trace;
  return (
    <Stack gap="md">
      {groups && <Text size="sm">{t('trace.groups', { groups: groups.join(', ') })}</Text>}
      {retrievals.map((retrieval, index) => (
        <Retrieval key={index} kbid={kbid} retrieval={retrieval} context={context} number={index + 1} />
      ))}
      <Given kbid={kbid} context={context} />
      {prompt?.system && <Prompt name="system" text={prompt.system} />}
      {prompt?.user && <Prompt name="user" text={prompt.user} />}
      {answer && <Sentences kbid={kbid} answer={answer} sentences={trace.sentences} />}
      {trace.replayable && <Replay kbid={kbid} learningId={trace.learning_id} />}
    </Stack>
  );
}

interface RetrievalProps {
  readonly kbid: string;
  readonly retrieval: TracedRetrieval;
  readonly context: readonly TracedContext[];
  readonly number: number;
}

const FIRST = 10;

function Retrieval({ kbid, retrieval, context, number }: RetrievalProps) {
  const { t } = useTranslation('activity');
  const [isWhole, setWhole] = useState(false);
  const all = candidatesOf(retrieval, context);
  const shownStages = stagesOf(retrieval);
  const title = t('trace.search', { number, query: retrieval.query });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5" dir="auto" className="content-text">
        {title}
      </Title>
      {retrieval.warnings.map((warning) => (
        <Text key={warning} size="sm" fs="italic">
          {t('trace.skipped', { stage: warning })}
        </Text>
      ))}
      {all.length === 0 ? (
        <Text size="sm">{t('trace.nothing')}</Text>
      ) : (
        <CandidateTable
          kbid={kbid}
          label={title}
          stages={shownStages}
          candidates={isWhole ? all : all.slice(0, FIRST)}
        />
      )}
      {!isWhole && all.length > FIRST && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)} style={{ alignSelf: 'flex-start' }}>
          {t('trace.all', { count: all.length })}
        </Button>
      )}
      <details>
        <summary>{t('trace.parameters')}</summary>
        <Code block tabIndex={0}>
          {JSON.stringify(retrieval.parameters, null, 2)}
        </Code>
      </details>
    </Stack>
  );
}

interface CandidateTableProps {
  readonly kbid: string;
  readonly label: string;
  readonly stages: readonly Stage[];
  readonly candidates: readonly Candidate[];
}

/** A row for each passage, with its place at each stage. */
function CandidateTable({ kbid, label, stages, candidates }: CandidateTableProps) {
  const { t } = useTranslation('activity');
  return (
    <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('trace.passage')}</Table.Th>
            {stages.map((stage) => (
              <Table.Th key={stage} ta="end">
                {t(`trace.stage.${stage}`)}
              </Table.Th>
            ))}
            <Table.Th>{t('trace.given')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {candidates.map(({ id, places, isGiven }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <PassageName kbid={kbid} id={id} withPlace />
              </Table.Td>
              {stages.map((stage) => (
                <Table.Td key={stage} ta="end">
                  {places[stage] ?? '–'}
                </Table.Td>
              ))}
              <Table.Td>{isGiven ? <CheckIcon size={16} aria-label={t('trace.yes')} /> : t('trace.no')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The context of the model, in its order. */
function Given({ kbid, context }: Pick<RetrievalProps, 'kbid' | 'context'>) {
  const { t } = useTranslation('activity');
  const chars = context.reduce((sum, one) => sum + one.chars, 0);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('trace.context')}
      </Title>
      <Text size="sm">{t('trace.contextSize', { count: context.length, chars })}</Text>
      {context.map(({ key, text }) =>
        text ? (
          <details key={key}>
            <summary className="content-text">
              <PassageTitle kbid={kbid} id={key} />
            </summary>
            <Text size="sm" dir="auto" className="content-text" style={{ whiteSpace: 'pre-wrap' }}>
              {text}
            </Text>
          </details>
        ) : null,
      )}
    </Stack>
  );
}

function PassageTitle({ kbid, id }: { readonly kbid: string; readonly id: string }) {
  const { title, range } = usePassageName(kbid, id);
  return (
    <>
      <bdi>{title}</bdi> {range && <span>({range})</span>}
    </>
  );
}

interface PromptProps {
  readonly name: 'system' | 'user';
  readonly text: string;
}

function Prompt({ name, text }: PromptProps) {
  const { t } = useTranslation('activity');
  return (
    <details>
      <summary>{t(`trace.prompt.${name}`)}</summary>
      <Code block tabIndex={0} dir="auto">
        {text}
      </Code>
    </details>
  );
}
