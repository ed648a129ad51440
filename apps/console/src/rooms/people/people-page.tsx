import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import type { AccountSummary } from '@lectern/contracts/accounts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../data/accounts';
import { membersQuery } from '../../data/members';
import { EmptyState } from '../../parts/empty-state';
import { InvitationTable } from '../../parts/invitations/invitation-table';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { Page } from '../../parts/page';
import { Invite } from './invite';
import { MemberTable } from './member-table';
import { invitationsQuery, useCancelInvitation } from './people';

/** Members of the account, and who is invited. */
export function PeoplePage() {
  const { t } = useTranslation('people');
  const { query, account } = useAccount();
  const [isInviting, { open, close }] = useDisclosure();
  const invite = account?.can_manage_account && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('invite.open')}
    </Button>
  );
  return (
    <Page title={t('title')} description={account?.title} actions={invite}>
      <Loaded query={query}>
        {() =>
          account ? (
            <People account={account} />
          ) : (
            <EmptyState title={t('noAccount.title')} text={t('noAccount.text')} />
          )
        }
      </Loaded>
      {account && <Invite account={account.id} opened={isInviting} onClose={close} />}
    </Page>
  );
}

function People({ account }: { readonly account: AccountSummary }) {
  const members = useQuery(membersQuery(account.id));
  return (
    <Stack gap="xl">
      <Loaded query={members}>{(found) => <MemberTable account={account} members={found} />}</Loaded>
      {account.can_manage_account && <Invitations account={account.id} />}
    </Stack>
  );
}

function Invitations({ account }: { readonly account: string }) {
  const { t } = useTranslation('people');
  const invitations = useQuery(invitationsQuery(account));
  const { mutate, isPending, error } = useCancelInvitation(account);
  const cancel = (email: string) => mutate(email, { onSuccess: () => notify(t('invite.cancelled')) });
  return (
    <Loaded query={invitations}>
      {(found) => (
        <InvitationTable
          invitations={found.map((one) => ({ ...one, role: t(`role.${one.role}`) }))}
          onCancel={cancel}
          isPending={isPending}
          error={error}
        />
      )}
    </Loaded>
  );
}
