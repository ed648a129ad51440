import { ActionIcon, Group, NativeSelect, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core';
import type { Workflow } from '@lectern/contracts/agents';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { CommentDiscussionIcon, PaperAirplaneIcon, SquareFillIcon } from '@primer/octicons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type SubmitEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxRights } from '../../../data/box-rights';
import { useBox } from '../../../data/boxes';
import { EmptyState } from '../../../parts/empty-state';
import { Loaded } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { useAgentId } from '../agents';
import '../agents.css';
import { sessionsQuery } from '../sessions/agent-sessions';
import { workflowsQuery } from '../workflow/workflow';
import { isRunning, talkAt } from './agent-talk';
import { ArgumentFields, readArguments } from './argument-fields';
import { ExchangeView } from './exchange-view';

/** The session that nothing keeps. */
const EPHEMERAL = 'ephemeral';
/** As the server limits questions. */
const QUESTION_CHARS_MAX = 20_000;

/** Asks an agent: its steps as they come, what it asks back, and its answers. */
export function ChatPage() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const box = useBox(agent);
  const workflows = useQuery(workflowsQuery(agent));
  const { session = EPHEMERAL } = useSearch({ strict: false });
  const [chosen, setChosen] = useState('default');
  return (
    <Page title={t('chat.title')} description={t('chat.intro')}>
      <Loaded query={workflows}>
        {(all) => {
          const workflow = all.find(({ id }) => id === chosen) ?? all[0];
          return (
            workflow &&
            box.data && (
              <>
                <Group gap="xs" align="flex-end">
                  {all.length > 1 && (
                    <NativeSelect
                      label={t('workflow.choose')}
                      data={all.map(({ id, name }) => ({ value: id, label: name }))}
                      value={workflow.id}
                      onChange={({ currentTarget: { value } }) => setChosen(value)}
                    />
                  )}
                  <SessionChoice box={box.data} session={session} />
                </Group>
                <Talk key={`${workflow.id} ${session}`} workflow={workflow} session={session} />
              </>
            )
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Owners choose among the sessions of the agent; others ask without one. */
function SessionChoice({ box, session }: { readonly box: KnowledgeBoxRecord; readonly session: string }) {
  const { t } = useTranslation('agents');
  const navigate = useNavigate();
  const { mayOwn } = useBoxRights(box);
  const mayList = box.mode === 'agent' && mayOwn;
  const { data } = useInfiniteQuery({ ...sessionsQuery(box.id), enabled: mayList });
  if (!mayList) return null;
  const known = data?.pages.flatMap(({ resources }) => resources) ?? [];
  const isKnown = session === EPHEMERAL || known.some(({ id }) => id === session);
  return (
    <NativeSelect
      label={t('chat.session')}
      data={[
        { value: EPHEMERAL, label: t('chat.ephemeral') },
        ...known.map(({ id, title, slug }) => ({ value: id, label: title || slug || id })),
        ...(isKnown ? [] : [{ value: session, label: session }]),
      ]}
      value={session}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: '/agents/$agent/chat',
          params: { agent: box.id },
          search: value === EPHEMERAL ? {} : { session: value },
        })
      }
    />
  );
}

function Talk({ workflow, session }: { readonly workflow: Workflow; readonly session: string }) {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const talk = talkAt({ agent, session, workflow: workflow.id });
  const exchanges = useSyncExternalStore(talk.subscribe, talk.exchanges);
  const last = exchanges.at(-1);
  return (
    <Stack>
      {exchanges.length === 0 && (
        <EmptyState
          icon={<CommentDiscussionIcon size={48} aria-hidden />}
          title={t('chat.empty')}
          text={t('chat.emptyText')}
        />
      )}
      <ol className="plain-list exchanges">
        {exchanges.map((exchange) => (
          <ExchangeView
            key={exchange.key}
            exchange={exchange}
            onRespond={(requestId, response) => talk.respond(requestId, response)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{last && t(`chat.phase.${last.phase}`)}</VisuallyHidden>
      <Asking
        workflow={workflow}
        isBusy={last !== undefined && isRunning(last)}
        onAsk={(question, values) => talk.ask(question, values)}
        onStop={() => talk.stop()}
      />
    </Stack>
  );
}

interface AskingProps {
  readonly workflow: Workflow;
  readonly isBusy: boolean;
  readonly onAsk: (question: string, values: Readonly<Record<string, unknown>>) => void;
  readonly onStop: () => void;
}

function Asking({ workflow, isBusy, onAsk, onStop }: AskingProps) {
  const { t } = useTranslation('agents');
  const [question, setQuestion] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const send = () => {
    if (isBusy || question.trim() === '') return;
    onAsk(question.trim(), readArguments(workflow, values));
    setQuestion('');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Chinese or Japanese word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={submit} className="agent-composer">
      <Stack gap="xs">
        <ArgumentFields workflow={workflow} values={values} onChange={setValues} />
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Textarea
            flex="1 1 0"
            aria-label={t('chat.label')}
            placeholder={t('chat.placeholder')}
            value={question}
            onChange={({ currentTarget: { value } }) => setQuestion(value)}
            onKeyDown={sendOnEnter}
            maxLength={QUESTION_CHARS_MAX}
            autosize
            minRows={1}
            maxRows={8}
          />
          {isBusy ? (
            <ActionIcon size={36} variant="default" aria-label={t('chat.stop')} onClick={onStop}>
              <SquareFillIcon size={18} aria-hidden />
            </ActionIcon>
          ) : (
            <ActionIcon type="submit" size={36} aria-label={t('chat.send')} disabled={question.trim() === ''}>
              <PaperAirplaneIcon size={20} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('chat.hint')}
        </Text>
      </Stack>
    </form>
  );
}
