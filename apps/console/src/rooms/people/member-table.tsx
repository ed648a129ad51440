import { Button, NativeSelect, Stack, Table } from '@mantine/core';
import type { AccountMember, AccountSummary, MemberChanges } from '@lectern/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { sessionQuery } from '../../session/session';
import { roles, useChangeMembers } from './people';
import { ResetFactor } from './reset-factor';

interface MemberTableProps {
  readonly account: AccountSummary;
  readonly members: readonly AccountMember[];
}

/** Members with their roles; owners change both. */
export function MemberTable({ account, members }: MemberTableProps) {
  const { t } = useTranslation('people');
  const [leaving, setLeaving] = useState<AccountMember>();
  const [locked, setLocked] = useState<AccountMember>();
  const { mutate, isPending, error, reset } = useChangeMembers(account.id);
  const change = (changes: MemberChanges) => mutate(changes, { onSuccess: () => notify(t('member.changed')) });
  return (
    <Stack gap="xs">
      {error && !leaving && <FailureNotice error={error} />}
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('member.person')}</Table.Th>
              <Table.Th>{t('member.role')}</Table.Th>
              {account.can_manage_account && <Table.Th>{t('member.actions')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                mayChange={account.can_manage_account && !isPending}
                isOwned={account.can_manage_account}
                onChange={change}
                onReset={() => setLocked(member)}
                onRemove={() => {
                  reset();
                  setLeaving(member);
                }}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <ResetFactor account={account.id} member={locked} onClose={() => setLocked(undefined)} />
      <ConfirmByName
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t('member.removeTitle')}
        name={leaving?.email ?? ''}
        action={t('member.remove')}
        onConfirm={() => {
          if (!leaving) return;
          const onSuccess = () => {
            notify(t('member.removed'));
            setLeaving(undefined);
          };
          mutate({ delete: [leaving.id] }, { onSuccess });
        }}
        isPending={isPending}
        error={error}
      >
        {t('member.removeText')}
      </ConfirmByName>
    </Stack>
  );
}

interface MemberRowProps {
  readonly member: AccountMember;
  /** Whether the person who looks at it owns the account. */
  readonly isOwned: boolean;
  /** Whether nothing is being changed at the moment. */
  readonly mayChange: boolean;
  readonly onChange: (changes: MemberChanges) => void;
  readonly onRemove: () => void;
  readonly onReset: () => void;
}

function MemberRow({ member, isOwned, mayChange, onChange, onRemove, onReset }: MemberRowProps) {
  const { t } = useTranslation('people');
  const { data: session } = useQuery(sessionQuery);
  const name = member.name || member.email;
  const choose = (value: string) => {
    const role = roles.find((one) => one === value);
    if (role && role !== member.role) onChange({ add: [{ id: member.id, role }] });
  };
  return (
    <Table.Tr>
      <Table.Td maw="20rem">
        <OneLine fw={600}>{session?.id === member.id ? t('member.you', { name }) : name}</OneLine>
        <OneLine size="sm" c="dimmed">
          {member.email}
        </OneLine>
      </Table.Td>
      <Table.Td>
        {isOwned ? (
          <NativeSelect
            aria-label={t('member.roleOf', { name })}
            data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            value={member.role}
            onChange={(event) => choose(event.currentTarget.value)}
            disabled={!mayChange}
            maw="10rem"
          />
        ) : (
          t(`role.${member.role}`)
        )}
      </Table.Td>
      {isOwned && (
        <Table.Td>
          {session?.id !== member.id && (
            <Button size="compact-sm" variant="subtle" aria-label={t('factor.resetOf', { name })} onClick={onReset}>
              {t('factor.reset')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('member.removeOf', { name })}
            onClick={onRemove}
          >
            {t('member.remove')}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
