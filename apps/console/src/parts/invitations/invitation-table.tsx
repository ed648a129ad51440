import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../failure-notice';
import { OneLine } from '../one-line';
import { Time } from '../quantity';

interface InvitationTableProps {
  readonly invitations: readonly {
    readonly email: string;
    /** As people read it. */
    readonly role: string;
    readonly expires: string;
  }[];
  readonly onCancel: (email: string) => void;
  readonly isPending: boolean;
  /** Of the last try to cancel one. */
  readonly error: unknown;
}

/** Invitations that nobody has accepted, and the way to cancel one. */
export function InvitationTable({ invitations, onCancel, isPending, error }: InvitationTableProps) {
  const { t } = useTranslation('invitations');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('title')}
      </Title>
      {error ? <FailureNotice error={error} /> : null}
      {invitations.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label={t('title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('email')}</Table.Th>
                <Table.Th>{t('role')}</Table.Th>
                <Table.Th visibleFrom="xs">{t('expires')}</Table.Th>
                <Table.Th>{t('actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {invitations.map(({ email, role, expires }) => (
                <Table.Tr key={email}>
                  <Table.Td maw="20rem">
                    <OneLine>{email}</OneLine>
                  </Table.Td>
                  <Table.Td>{role}</Table.Td>
                  <Table.Td visibleFrom="xs">
                    <Time at={expires} />
                  </Table.Td>
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      disabled={isPending}
                      aria-label={t('cancelOf', { email })}
                      onClick={() => onCancel(email)}
                    >
                      {t('cancel')}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
