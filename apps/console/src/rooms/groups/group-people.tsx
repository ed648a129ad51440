import { Button, Group, Modal, NativeSelect, Stack, Table, Text } from '@mantine/core';
import type { AccountGroup, AccountGroupMember } from '@lectern/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '../../data/members';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { OneLine } from '../../parts/one-line';
import { groupPeopleQuery, useChangeGroup } from './groups';

interface GroupPeopleProps {
  readonly account: string;
  readonly group: AccountGroup;
  readonly onClose: () => void;
}

/** A dialog with the people of a group; owners add and remove people of groups that they made. */
export function GroupPeople({ account, group, onClose }: GroupPeopleProps) {
  const { t } = useTranslation(['groups', 'shell']);
  const query = useQuery(groupPeopleQuery(account, group.id));
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={t('peopleTitle', { name: group.name })} size="lg" closeButtonProps={close}>
      <Stack>
        <Text size="sm">{t(`originHints.${group.origin}`)}</Text>
        <Loaded query={query}>{(people) => <People account={account} group={group} people={people} />}</Loaded>
      </Stack>
    </Modal>
  );
}

interface PeopleProps extends Omit<GroupPeopleProps, 'onClose'> {
  readonly people: readonly AccountGroupMember[];
}

function People({ account, group, people }: PeopleProps) {
  const { t } = useTranslation('groups');
  const { mutate, isPending, error } = useChangeGroup(account, group.id);
  const isOwn = group.origin === 'hand';
  return (
    <Stack>
      {isOwn && (
        <AddPerson account={account} people={people} isPending={isPending} onAdd={(id) => mutate({ add: [id] })} />
      )}
      {error && <FailureNotice error={error} />}
      {people.length === 0 && <Text c="dimmed">{t('nobody')}</Text>}
      {people.length > 0 && (
        <Table aria-label={t('peopleTitle', { name: group.name })}>
          <Table.Tbody>
            {people.map(({ id, name, email, active }) => (
              <Table.Tr key={id}>
                <Table.Td maw="20rem">
                  <OneLine fw={600}>{name || email}</OneLine>
                  <OneLine size="sm" c="dimmed">
                    {active ? email : t('inactive', { email })}
                  </OneLine>
                </Table.Td>
                <Table.Td>
                  {isOwn && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      disabled={isPending}
                      aria-label={t('leaveOf', { name: name || email })}
                      onClick={() => mutate({ delete: [id] })}
                    >
                      {t('leave')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

interface AddPersonProps extends Omit<PeopleProps, 'group'> {
  readonly isPending: boolean;
  readonly onAdd: (id: string) => void;
}

function AddPerson({ account, people, isPending, onAdd }: AddPersonProps) {
  const { t } = useTranslation('groups');
  const members = useQuery(membersQuery(account));
  const [chosen, setChosen] = useState('');
  const present = new Set(people.map(({ id }) => id));
  const others = (members.data ?? []).filter(({ id }) => !present.has(id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || chosen === '') return;
    onAdd(chosen);
    setChosen('');
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <NativeSelect
          label={t('add.person')}
          data={[
            { value: '', label: t('add.choose') },
            ...others.map(({ id, name, email }) => ({ value: id, label: name ? `${name} (${email})` : email })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          flex="1 1 16rem"
        />
        <BusyButton type="submit" isBusy={isPending}>
          {t('add.action')}
        </BusyButton>
      </Group>
    </form>
  );
}
