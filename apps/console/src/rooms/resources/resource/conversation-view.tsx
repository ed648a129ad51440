import { Group, Pagination, Paper, Stack, Text } from '@mantine/core';
import { type ConversationMessage, type ConversationPage, getField } from '@lectern/contracts/knowledge-box';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { Loaded } from '../../../parts/loaded';
import type { FieldPlace } from '../../../parts/passage/passage-id';
import { Time } from '../../../parts/quantity';
import { resourceKey } from './resource-query';
import { TextView } from './text-view';

interface ConversationViewProps {
  readonly kbid: string;
  readonly place: FieldPlace;
}

const pageQuery = (kbid: string, { rid, fieldType, fieldId }: FieldPlace, page: number) =>
  queryOptions({
    queryKey: [...resourceKey(kbid, rid), 'conversation', fieldId, page],
    queryFn: async ({ signal }) => {
      const params = { kbid, rid, field_type: fieldType, field_id: fieldId };
      const { value } = await api.document(getField, { params, query: { show: ['value'], page }, signal });
      return value as ConversationPage; // that is the value of a conversation
    },
    placeholderData: keepPreviousData,
  });

/** A conversation, a page of messages at a time. */
export function ConversationView({ kbid, place }: ConversationViewProps) {
  const { t } = useTranslation(['resource', 'resources']);
  const [page, setPage] = useState(1);
  const query = useQuery(pageQuery(kbid, place, page));
  return (
    <Loaded query={query}>
      {({ messages, pages }) => (
        <Stack>
          <Stack component="ol" gap="xs" className="plain-list">
            {messages.map((message) => (
              <Message key={message.ident} message={message} />
            ))}
          </Stack>
          {pages > 1 && (
            <Pagination
              total={pages}
              value={page}
              onChange={setPage}
              getControlProps={(control) => ({ 'aria-label': t(`resources:page.${control}`) })}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Message({ message: { who, timestamp, content } }: { readonly message: ConversationMessage }) {
  const { t } = useTranslation('resource');
  return (
    <Paper component="li" withBorder p="sm">
      <Group gap="xs">
        <Text fw={600} dir="auto">
          {who === '' ? t('conversation.unknown') : who}
        </Text>
        <Text size="sm" c="dimmed">
          {timestamp !== null && <Time at={timestamp} />}
        </Text>
      </Group>
      <TextView body={content.text} format={content.format} />
      {content.attachments.length > 0 && (
        <Text size="sm" c="dimmed" dir="auto">
          {t('conversation.attachments')} {content.attachments.map(({ filename }) => filename).join(', ')}
        </Text>
      )}
    </Paper>
  );
}
