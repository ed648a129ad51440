import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { Time } from '../../parts/quantity';
import { type Session, useEndSession } from './own-sessions';

/** Sessions, each with the way to end it. The one in use ends by signing out. */
export function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  const { t } = useTranslation('sessions');
  const { mutate, isPending, error } = useEndSession();
  const end = (id: string) => mutate(id, { onSuccess: () => notify(t('ended')) });
  return (
    <Stack gap="xs">
      {error && <FailureNotice error={error} />}
      <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('kind')}</Table.Th>
              <Table.Th>{t('began')}</Table.Th>
              <Table.Th visibleFrom="xs">{t('ends')}</Table.Th>
              <Table.Th>{t('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} isBusy={isPending} onEnd={() => end(session.id)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation('sessions');
  const { kind, client_id: client, created, expires, current } = session;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Table.Tr>
      <Table.Td maw="20rem">
        <Group gap="xs" wrap="wrap">
          <Text fw={600}>{t(`kinds.${kind}`)}</Text>
          {current && (
            <Badge variant="outline" className="status-badge" tt="none">
              {t('current')}
            </Badge>
          )}
        </Group>
        {client !== null && (
          <OneLine size="sm" c="dimmed">
            {client}
          </OneLine>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={created} />
      </Table.Td>
      <Table.Td visibleFrom="xs">{expires ? <Time at={expires} /> : t('never')}</Table.Td>
      <Table.Td>
        {!current && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={isBusy}
            aria-label={t('endOf', { kind: t(`kinds.${kind}`), began: day.format(new Date(created)) })}
            onClick={onEnd}
          >
            {t('end')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
