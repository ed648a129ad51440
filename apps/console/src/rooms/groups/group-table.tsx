import { Badge, Button, Stack, Table } from '@mantine/core';
import type { AccountGroup } from '@lectern/contracts/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { GroupName } from './group-name';
import { GroupPeople } from './group-people';
import { useDeleteGroup } from './groups';

interface GroupTableProps {
  readonly account: string;
  readonly groups: readonly AccountGroup[];
}

/** What is done with a group. */
interface Doing {
  readonly group: AccountGroup;
  readonly what: 'people' | 'rename' | 'delete';
}

/** Groups with where they come from; those that owners made can be changed. */
export function GroupTable({ account, groups }: GroupTableProps) {
  const { t } = useTranslation('groups');
  const [doing, setDoing] = useState<Doing>();
  const end = () => setDoing(undefined);
  const { group, what } = doing ?? {};
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th>{t('origin')}</Table.Th>
              <Table.Th>{t('people')}</Table.Th>
              <Table.Th>{t('actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((one) => (
              <GroupRow key={one.id} group={one} onDo={(chosen) => setDoing({ group: one, what: chosen })} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {group && what === 'people' && <GroupPeople account={account} group={group} onClose={end} />}
      {group && what === 'rename' && <GroupName account={account} group={group} opened onClose={end} />}
      {group && what === 'delete' && <DeleteGroup account={account} group={group} onClose={end} />}
    </Stack>
  );
}

function GroupRow({ group, onDo }: { readonly group: AccountGroup; readonly onDo: (what: Doing['what']) => void }) {
  const { t } = useTranslation('groups');
  const { name, origin, members } = group;
  return (
    <Table.Tr>
      <Table.Td maw="20rem">
        <OneLine fw={600}>{name}</OneLine>
      </Table.Td>
      <Table.Td>
        <Badge variant="default" tt="none">
          {t(`origins.${origin}`)}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('peopleOf', { name, count: members })}
          onClick={() => onDo('people')}
        >
          {members}
        </Button>
      </Table.Td>
      <Table.Td>
        {origin === 'hand' && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('rename.of', { name })}
            onClick={() => onDo('rename')}
          >
            {t('rename.action')}
          </Button>
        )}
        {origin !== 'scim' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('removal.of', { name })}
            onClick={() => onDo('delete')}
          >
            {t('removal.action')}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface DeleteGroupProps {
  readonly account: string;
  readonly group: AccountGroup;
  readonly onClose: () => void;
}

function DeleteGroup({ account, group, onClose }: DeleteGroupProps) {
  const { t } = useTranslation('groups');
  const { mutate, isPending, error } = useDeleteGroup(account);
  const onSuccess = () => {
    notify(t('removal.done'));
    onClose();
  };
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('removal.title')}
      name={group.name}
      action={t('removal.action')}
      onConfirm={() => mutate(group.id, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t(group.origin === 'saml' ? 'removal.textSaml' : 'removal.text')}
    </ConfirmByName>
  );
}
