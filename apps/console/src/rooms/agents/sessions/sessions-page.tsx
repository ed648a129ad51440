import { Button, Group, Modal, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ListedResource } from '@lectern/contracts/knowledge-box';
import { CommentDiscussionIcon, PlusIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBox } from '../../../data/boxes';
import { BusyButton } from '../../../parts/busy-button';
import { ConfirmByName } from '../../../parts/confirm-by-name';
import { EmptyState } from '../../../parts/empty-state';
import { FormEnd } from '../../../parts/form-end';
import { Loaded } from '../../../parts/loaded';
import { notify } from '../../../parts/notify';
import { OneLine } from '../../../parts/one-line';
import { Page } from '../../../parts/page';
import { Time } from '../../../parts/quantity';
import { slugOf } from '../../../parts/slug';
import { useAgentId } from '../agents';
import { sessionsQuery, useCreateSession, useDeleteSession } from './agent-sessions';

/** What was said to an agent and is kept: its sessions. */
export function AgentSessionsPage() {
  const { t } = useTranslation('agents');
  const box = useBox(useAgentId());
  const [isCreating, { open, close }] = useDisclosure();
  const keeps = box.data?.mode === 'agent';
  const create = keeps && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('session.new')}
    </Button>
  );
  return (
    <Page title={t('session.title')} description={t('session.intro')} actions={create}>
      <Loaded query={box}>{() => (keeps ? <SessionList /> : <EmptyState title={t('session.unkept')} />)}</Loaded>
      {isCreating && <NewSession onClose={close} />}
    </Page>
  );
}

function SessionList() {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const query = useInfiniteQuery(sessionsQuery(agent));
  const [leaving, setLeaving] = useState<ListedResource>();
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const sessions = pages.flatMap(({ resources }) => resources);
        if (sessions.length === 0) return <EmptyState title={t('session.none')} text={t('session.noneText')} />;
        return (
          <Stack align="flex-start">
            <Table.ScrollContainer minWidth={320} w="100%" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table aria-label={t('session.title')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('session.name')}</Table.Th>
                    <Table.Th>{t('session.last')}</Table.Th>
                    <Table.Th>{t('actions')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {sessions.map((session) => (
                    <SessionRow key={session.id} session={session} onDelete={() => setLeaving(session)} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {query.hasNextPage && (
              <BusyButton
                variant="default"
                isBusy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('more')}
              </BusyButton>
            )}
            {leaving && <DeleteSession session={leaving} onClose={() => setLeaving(undefined)} />}
          </Stack>
        );
      }}
    </Loaded>
  );
}

const nameOf = ({ id, title, slug }: ListedResource) => title || slug || id;

function SessionRow({ session, onDelete }: { readonly session: ListedResource; readonly onDelete: () => void }) {
  const { t } = useTranslation('agents');
  const agent = useAgentId();
  const name = nameOf(session);
  return (
    <Table.Tr>
      <Table.Td maw="24rem">
        <Link to="/agents/$agent/chat" params={{ agent }} search={{ session: session.id }} className="card-link">
          <OneLine fw={600}>{name}</OneLine>
        </Link>
        {session.summary && (
          <OneLine size="sm" c="dimmed">
            {session.summary}
          </OneLine>
        )}
      </Table.Td>
      <Table.Td>{session.modified && <Time at={session.modified} />}</Table.Td>
      <Table.Td>
        <Group gap={4}>
          <Link
            to="/agents/$agent/answers"
            params={{ agent }}
            search={{ session: session.id }}
            className="card-link"
            aria-label={t('session.answersOf', { name })}
          >
            {t('session.answers')}
          </Link>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('session.deleteOf', { name })}
            onClick={onDelete}
          >
            {t('delete')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function DeleteSession({ session, onClose }: { readonly session: ListedResource; readonly onClose: () => void }) {
  const { t } = useTranslation('agents');
  const { mutate, isPending, error } = useDeleteSession(useAgentId());
  const onSuccess = () => {
    notify(t('session.deleted'));
    onClose();
  };
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('session.deletion')}
      name={nameOf(session)}
      action={t('delete')}
      onConfirm={() => mutate(session.id, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t('session.deletionText')}
    </ConfirmByName>
  );
}

const RANDOM_CHARS = 8;

function NewSession({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['agents', 'shell']);
  const agent = useAgentId();
  const navigate = useNavigate();
  const [form, setForm] = useState({ name: '', data: '' });
  const { mutate, isPending, error } = useCreateSession(agent);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = form.name.trim();
    if (isPending || name === '') return;
    const slug = `${slugOf(name) || 'session'}-${crypto.randomUUID().slice(0, RANDOM_CHARS)}`;
    mutate(
      { slug, name, summary: '', data: form.data, format: 'PLAIN' },
      {
        onSuccess: ({ uuid }) =>
          void navigate({ to: '/agents/$agent/chat', params: { agent }, search: { session: uuid } }),
      },
    );
  };
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={t('session.new')} closeButtonProps={close}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('session.name')}
            value={form.name}
            onChange={({ currentTarget: { value: name } }) => setForm({ ...form, name })}
            maxLength={2_048}
            required
            data-autofocus
          />
          <Textarea
            label={t('session.data')}
            description={t('session.dataHint')}
            value={form.data}
            onChange={({ currentTarget: { value: data } }) => setForm({ ...form, data })}
            autosize
            minRows={2}
            maxRows={10}
          />
          <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
            {t('session.begin')}
          </FormEnd>
          <Text size="sm" c="dimmed">
            <CommentDiscussionIcon size={14} aria-hidden /> {t('session.hint')}
          </Text>
        </Stack>
      </form>
    </Modal>
  );
}
