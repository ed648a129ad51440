import { Button, Group, Modal, NativeSelect, Stack, Table, Text } from '@mantine/core';
import type { KnowledgeBoxRole } from '@lectern/contracts/core';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { sessionQuery } from '../../session/session';
import { type BoxUser, roles, useChangeUser } from './members';

interface UserTableProps {
  readonly box: KnowledgeBoxRecord;
  readonly users: readonly BoxUser[];
}

/** People with their roles on a box, which can be changed and taken away. */
export function UserTable({ box, users }: UserTableProps) {
  const { t } = useTranslation('members');
  const [leaving, setLeaving] = useState<BoxUser>();
  const { mutate, isPending, error, reset } = useChangeUser(box);
  return (
    <Stack gap="xs">
      {error && !leaving && <FailureNotice error={error} />}
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('person')}</Table.Th>
              <Table.Th>{t('roleHeading')}</Table.Th>
              <Table.Th>{t('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                mayChange={!isPending}
                onRole={(role) => mutate({ id: user.id, role }, { onSuccess: () => notify(t('changed')) })}
                onRemove={() => {
                  reset();
                  setLeaving(user);
                }}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Removal
        user={leaving}
        onClose={() => setLeaving(undefined)}
        isPending={isPending}
        error={error}
        onConfirm={({ id }) => {
          const onSuccess = () => {
            notify(t('removed'));
            setLeaving(undefined);
          };
          mutate({ id, role: undefined }, { onSuccess });
        }}
      />
    </Stack>
  );
}

interface UserRowProps {
  readonly user: BoxUser;
  /** Whether nothing is being changed at the moment. */
  readonly mayChange: boolean;
  readonly onRole: (role: KnowledgeBoxRole) => void;
  readonly onRemove: () => void;
}

function UserRow({ user: { id, name, email, role }, mayChange, onRole, onRemove }: UserRowProps) {
  const { t } = useTranslation('members');
  const { data: session } = useQuery(sessionQuery);
  const choose = (value: string) => {
    const chosen = roles.find((one) => one === value);
    if (chosen && chosen !== role) onRole(chosen);
  };
  return (
    <Table.Tr>
      <Table.Td maw="20rem">
        <OneLine fw={600}>{session?.id === id ? t('you', { name }) : name}</OneLine>
        {email !== name && (
          <OneLine size="sm" c="dimmed">
            {email}
          </OneLine>
        )}
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={t('roleOf', { name })}
          data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
          onChange={(event) => choose(event.currentTarget.value)}
          disabled={!mayChange}
          maw="10rem"
        />
      </Table.Td>
      <Table.Td>
        <Button size="compact-sm" variant="subtle" color="red" aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

interface RemovalProps {
  readonly user: BoxUser | undefined;
  readonly onClose: () => void;
  readonly onConfirm: (user: BoxUser) => void;
  readonly isPending: boolean;
  readonly error: unknown;
}

function Removal({ user, onClose, onConfirm, isPending, error }: RemovalProps) {
  const { t } = useTranslation('members');
  const { t: shell } = useTranslation();
  const close = { 'aria-label': shell('close') };
  return (
    <Modal opened={user !== undefined} onClose={onClose} title={t('removeTitle')} closeButtonProps={close}>
      <Stack>
        <Text>{t('removeText', { name: user?.name ?? '' })}</Text>
        {error ? <FailureNotice error={error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {shell('cancel')}
          </Button>
          <BusyButton color="red" isBusy={isPending} onClick={() => user && onConfirm(user)}>
            {t('remove')}
          </BusyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
