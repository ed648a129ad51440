import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { CircleSlashIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { backlogQuery } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { hasFilters, withoutFilters } from '../../parts/filters/filters';
import { PassageLink } from '../../parts/passage-link';
import type { FoundPassage } from './answer';
import type { Conversation, Turn } from './conversation';

interface NothingFoundProps {
  readonly turn: Turn;
  readonly conversation: Conversation;
}

const CLOSEST_MAX = 3;

/** Why there is no answer: the search, the closest passages, and suggestions. */
export function NothingFound({ turn, conversation }: NothingFoundProps) {
  const { t } = useTranslation('ask');
  const { answer } = turn;
  const title = answer.found.length === 0 ? t('none.title') : t('none.noContext');
  return (
    <Alert
      className="nothing-found"
      color="gray"
      variant="outline"
      icon={<CircleSlashIcon size={20} aria-hidden />}
      title={title}
    >
      <Stack gap="sm" align="flex-start">
        <Tried turn={turn} />
        <Closest found={answer.found.slice(0, CLOSEST_MAX)} />
        <Text size="sm">{t('none.try')}</Text>
        <OtherWays turn={turn} conversation={conversation} />
      </Stack>
    </Alert>
  );
}

function Tried({ turn: { answer, options } }: { readonly turn: Turn }) {
  const { t } = useTranslation('ask');
  const { data } = useQuery(backlogQuery(useKbid()));
  const waiting = data?.waiting.words.waiting ?? 0;
  return (
    <List size="sm">
      <List.Item>
        {answer.rewritten === undefined ? t('none.asIs') : t('none.searched', { query: answer.rewritten })}
      </List.Item>
      <List.Item>{hasFilters(options.filters) ? t('none.filters') : t('none.noFilters')}</List.Item>
      {waiting > 0 && <List.Item>{t('none.waiting', { count: waiting })}</List.Item>}
    </List>
  );
}

function Closest({ found }: { readonly found: readonly FoundPassage[] }) {
  const { t } = useTranslation('ask');
  const kbid = useKbid();
  if (found.length === 0) return null;
  return (
    <div>
      <Text size="sm">{t('none.found')}</Text>
      <List size="sm">
        {found.map(({ key, rid, title, text }) => (
          <List.Item key={key}>
            <PassageLink kbid={kbid} rid={rid} paragraph={key}>
              <bdi>{title}</bdi>
            </PassageLink>
            <Text size="sm" c="dimmed" dir="auto" lineClamp={2}>
              {text}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function OtherWays({ turn: { question, options, answer }, conversation }: NothingFoundProps) {
  const { t } = useTranslation('ask');
  return (
    <Group gap="xs">
      {hasFilters(options.filters) && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void conversation.ask(question, { ...options, filters: withoutFilters(options.filters) })}
        >
          {t('none.withoutFilters')}
        </Button>
      )}
      {answer.found.length > 0 && options.context === 'passages' && (
        <Button
          size="xs"
          variant="default"
          onClick={() => void conversation.ask(question, { ...options, context: 'neighbours' })}
        >
          {t('none.withNeighbours')}
        </Button>
      )}
    </Group>
  );
}
