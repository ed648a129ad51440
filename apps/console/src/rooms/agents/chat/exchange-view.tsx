import { Alert, Card, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { AlertIcon, LinkExternalIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { boxesQuery, useBox } from '../../../data/boxes';
import { CopyText } from '../../../parts/copy-text';
import { PassageLink } from '../../../parts/passage-link';
import { useAgentId } from '../agents';
import { type AgentSource, type Exchange, sourcesOf } from './exchange';
import { AgentQuestion } from './agent-question';
import { answerBody, linkedAnswer } from './marked-sources';
import { StepList } from './step-list';

interface ExchangeViewProps {
  readonly exchange: Exchange;
  readonly onRespond: (requestId: string, response: string) => void;
}

/** A question, the steps of its answer as they come, what the agent asks, and the answer with its sources. */
export function ExchangeView({ exchange, onRespond }: ExchangeViewProps) {
  const { t } = useTranslation('agents');
  const { question, phase, text, steps, problem, request, signIn } = exchange;
  const prefix = useId();
  const sources = sourcesOf(exchange);
  return (
    <li className="exchange">
      <Stack gap="sm">
        <Card className="asked" padding="sm">
          <VisuallyHidden>{t('chat.question')}: </VisuallyHidden>
          <Text dir="auto" className="content-text">
            {question}
          </Text>
        </Card>
        {phase === 'asking' && (
          <Group gap="xs">
            <Loader size="sm" aria-hidden />
            <Text c="dimmed">{steps.at(-1) ? t('chat.working') : t('chat.starting')}</Text>
          </Group>
        )}
        <StepList exchange={exchange} />
        {request && <AgentQuestion request={request} onRespond={onRespond} />}
        {signIn !== undefined && <SignIn address={signIn} />}
        {text !== '' && (
          <div dir="auto" className="agent-answer">
            <VisuallyHidden>{t('chat.answer')}: </VisuallyHidden>
            <Markdown remarkPlugins={[remarkGfm]} components={components}>
              {linkedAnswer(text, exchange.citations, (key) => `${prefix}${key.replace(/\W/g, '-')}`)}
            </Markdown>
          </div>
        )}
        {phase === 'stopped' && <Text c="dimmed">{t('chat.stopped')}</Text>}
        {phase === 'failed' && (
          <Alert color="red" role="alert" icon={<AlertIcon size={20} aria-hidden />} title={t('chat.failed')}>
            <span lang={problem ? 'en' : undefined}>{problem || t('chat.cut')}</span>
          </Alert>
        )}
        {phase !== 'asking' && <Sources sources={sources} prefix={prefix} />}
        {phase === 'done' && text !== '' && (
          <Group>
            <CopyText text={answerBody(text)} />
          </Group>
        )}
      </Stack>
    </li>
  );
}

/** A mark of a source opens it; other links leave the page. */
const components: Components = {
  img: ({ alt }) => <span>{alt}</span>,
  a: ({ href = '', children }) =>
    href.startsWith('#') ? (
      <a href={href} className="source-mark" onClick={openSource}>
        {children}
      </a>
    ) : (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    ),
  table: ({ children }) => (
    <div className="wide-answer">
      <table>{children}</table>
    </div>
  ),
};

function openSource(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const source = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  if (!(source instanceof HTMLDetailsElement)) return;
  source.open = true;
  source.querySelector('summary')?.focus();
}

function SignIn({ address }: { readonly address: string }) {
  const { t } = useTranslation('agents');
  return (
    <Alert color="yellow" role="status" title={t('chat.signIn')}>
      <a href={address} target="_blank" rel="noreferrer noopener">
        {t('chat.signInOpen')} <LinkExternalIcon size={14} aria-hidden />
      </a>
    </Alert>
  );
}

/** Ids of the boxes of the agent's account that this person may see. */
function useReadableBoxes(): ReadonlySet<string> {
  const account = useBox(useAgentId()).data?.account_id;
  const { data } = useQuery({ ...boxesQuery(account ?? ''), enabled: account !== undefined });
  return new Set(data?.map(({ id }) => id));
}

function Sources({ sources, prefix }: { readonly sources: readonly AgentSource[]; readonly prefix: string }) {
  const { t } = useTranslation('agents');
  const readable = useReadableBoxes();
  if (sources.length === 0) return null;
  return (
    <section aria-label={t('chat.sources')}>
      <Text size="sm" fw={600}>
        {t('chat.sources')}
      </Text>
      <ul className="plain-list">
        {sources.map(({ key, title, text, url, place, isCited }) => (
          <li key={key}>
            <details id={`${prefix}${key.replace(/\W/g, '-')}`} className="agent-source">
              <summary>
                <span dir="auto">{title}</span>
                {isCited && <span className="cited"> · {t('chat.cited')}</span>}
              </summary>
              <Text size="sm" dir="auto" className="content-text">
                {text}
              </Text>
              {place && readable.has(place.kbid) && (
                <Text size="sm">
                  <PassageLink {...place}>{t('chat.openSource')}</PassageLink>
                </Text>
              )}
              {url !== undefined && (
                <a href={url} target="_blank" rel="noreferrer noopener">
                  {url}
                </a>
              )}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
