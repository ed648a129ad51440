import { Button, Stack, Table, Text } from '@mantine/core';
import type { AccountInvitation } from '@lectern/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { Time } from '../../parts/quantity';
import { useCancelInvitation } from './people';

interface InvitationTableProps {
  readonly account: string;
  readonly invitations: readonly AccountInvitation[];
}

/** Invitations that nobody has accepted, and the way to cancel one. */
export function InvitationTable({ account, invitations }: InvitationTableProps) {
  const { t } = useTranslation('people');
  const { mutate, isPending, error } = useCancelInvitation(account);
  const cancel = (email: string) => mutate(email, { onSuccess: () => notify(t('invitations.cancelled')) });
  if (invitations.length === 0) return <Text c="dimmed">{t('invitations.none')}</Text>;
  return (
    <Stack gap="xs">
      {error && <FailureNotice error={error} />}
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('invitations.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('invite.email')}</Table.Th>
              <Table.Th>{t('member.role')}</Table.Th>
              <Table.Th visibleFrom="xs">{t('invitations.expires')}</Table.Th>
              <Table.Th>{t('member.actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invitations.map(({ email, role, expires }) => (
              <Table.Tr key={email}>
                <Table.Td maw="20rem">
                  <OneLine>{email}</OneLine>
                </Table.Td>
                <Table.Td>{t(`role.${role}`)}</Table.Td>
                <Table.Td visibleFrom="xs">
                  <Time at={expires} />
                </Table.Td>
                <Table.Td>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    disabled={isPending}
                    aria-label={t('invitations.cancelOf', { email })}
                    onClick={() => cancel(email)}
                  >
                    {t('invitations.cancel')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
