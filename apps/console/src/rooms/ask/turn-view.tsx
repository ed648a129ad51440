import { Alert, Button, Card, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { isAnswered } from './answer';
import { AnswerText } from './answer-text';
import { askBody } from './ask-request';
import { CallButton } from './call-button';
import { type Source, sourcesOf } from './citations';
import type { Conversation, Turn } from './conversation';
import { CopyAnswer } from './copy-answer';
import { Feedback } from './feedback';
import { NothingFound } from './nothing-found';
import { SourceList } from './source-list';

interface TurnViewProps {
  readonly turn: Turn;
  readonly conversation: Conversation;
  readonly onOpen: (source: Source) => void;
}

/** A question and its answer. */
export function TurnView({ turn, conversation, onOpen }: TurnViewProps) {
  const { t } = useTranslation('ask');
  const item = useRef<HTMLLIElement>(null);
  const { groups = [] } = turn.options.filters;
  const isNew = useRef(turn.answer.phase === 'asking');
  useEffect(() => {
    if (isNew.current) item.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <li ref={item} className="turn">
      <Stack gap="sm">
        <Card className="question" padding="sm">
          <VisuallyHidden>{t('question')}: </VisuallyHidden>
          <Text dir="auto" className="content-text">
            {turn.question}
          </Text>
          {groups.length > 0 && (
            <Text size="sm" dir="auto" className="content-text">
              {t('asGroups', { groups: groups.join(', ') })}
            </Text>
          )}
        </Card>
        <AnswerView turn={turn} conversation={conversation} onOpen={onOpen} />
      </Stack>
    </li>
  );
}

function AnswerView({ turn, conversation, onOpen }: TurnViewProps) {
  const { t } = useTranslation('ask');
  const { answer } = turn;
  const sources = sourcesOf(answer);
  return (
    <div>
      <VisuallyHidden>{t('answer')}: </VisuallyHidden>
      <Stack gap="sm">
        {answer.text !== '' && <AnswerText answer={answer} sources={sources} onOpen={onOpen} />}
        {answer.phase === 'asking' && <Searching />}
        {answer.phase === 'stopped' && <Text c="dimmed">{t('state.stopped')}</Text>}
        {answer.phase === 'failed' && <Failure turn={turn} onRetry={() => void conversation.retry(turn.id)} />}
        {answer.phase === 'done' && !isAnswered(answer) && <NothingFound turn={turn} conversation={conversation} />}
        {answer.sentences.some(({ status }) => status === 'unsupported') && (
          <Text size="sm" c="dimmed">
            {t('unsupportedHint')}
          </Text>
        )}
        <Warnings warnings={answer.warnings} />
        <SourceList sources={sources} onOpen={onOpen} />
        {isAnswered(answer) && <Actions turn={turn} conversation={conversation} sources={sources} />}
      </Stack>
    </div>
  );
}

function Searching() {
  const { t } = useTranslation('ask');
  return (
    <Group gap="xs">
      <Loader size="sm" aria-hidden />
      <Text c="dimmed">{t('state.asking')}</Text>
    </Group>
  );
}

function Failure({ turn: { answer }, onRetry }: { readonly turn: Turn; readonly onRetry: () => void }) {
  const { t } = useTranslation('ask');
  const isAskedAgain = answer.isAway === true && answer.text === '';
  const reason = isAskedAgain ? t('failed.away') : answer.problem === undefined && t('failed.cut');
  const title = answer.text === '' ? t('failed.title') : t('failed.kept');
  return (
    <Alert color="red" role="alert" icon={<AlertIcon size={20} aria-hidden />} title={title}>
      <Stack gap="xs" align="flex-start">
        {reason && <Text size="sm">{reason}</Text>}
        {answer.problem !== undefined && (
          <Text size="sm" className="content-text">
            {t('failed.server')} <span lang="en">{answer.problem}</span>
          </Text>
        )}
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const { t } = useTranslation('ask');
  if (warnings.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('warnings')} <span lang="en">{warnings.join(' ')}</span>
    </Text>
  );
}

interface ActionsProps extends Omit<TurnViewProps, 'onOpen'> {
  readonly sources: readonly Source[];
}

function Actions({ turn, conversation, sources }: ActionsProps) {
  const kbid = useKbid();
  const { question, options, answer, id } = turn;
  return (
    <Group gap="xs">
      {answer.learningId !== undefined && <Feedback kbid={kbid} learningId={answer.learningId} />}
      <CopyAnswer question={question} answer={answer} sources={sources} />
      <CallButton kbid={kbid} body={askBody(question, options, conversation.before(id))} />
    </Group>
  );
}
