import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PeopleIcon, PlusIcon } from '@primer/octicons-react';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBox } from '../../data/boxes';
import { useKbid } from '../../data/kbid';
import { EmptyState } from '../../parts/empty-state';
import { InvitationTable } from '../../parts/invitations/invitation-table';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { Page } from '../../parts/page';
import { AddPerson } from './add-person';
import { boxInvitationsQuery, boxUsersQuery, useCancelBoxInvitation } from './members';
import { UserTable } from './user-table';

/** People with a role on the box, and who is invited. */
export function MembersPage() {
  const { t } = useTranslation('members');
  const box = useBox(useKbid());
  const [isAdding, { open, close }] = useDisclosure();
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={open}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('intro')} actions={add}>
      <Loaded query={box}>
        {(known) => (
          <Stack gap="xl">
            <Users box={known} />
            <Invitations box={known} />
            <AddPerson box={known} opened={isAdding} onClose={close} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Users({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('members');
  const query = useQuery(boxUsersQuery(box));
  return (
    <Loaded query={query}>
      {(users) =>
        users.length === 0 ? (
          <EmptyState icon={<PeopleIcon size={48} aria-hidden />} title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <UserTable box={box} users={users} />
        )
      }
    </Loaded>
  );
}

/** Silent where the list of people says already that nobody but owners may see it. */
function Invitations({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('members');
  const { data } = useQuery(boxInvitationsQuery(box));
  const { mutate, isPending, error } = useCancelBoxInvitation(box);
  if (!data) return null;
  return (
    <InvitationTable
      invitations={data.map((one) => ({ ...one, role: t(`role.${one.role}`) }))}
      onCancel={(email) => mutate(email, { onSuccess: () => notify(t('cancelled')) })}
      isPending={isPending}
      error={error}
    />
  );
}
