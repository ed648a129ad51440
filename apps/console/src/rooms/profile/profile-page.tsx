import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { sessionQuery } from '../../session/session';
import { DeleteOwnUser } from './delete-own-user';
import { ownUserQuery } from './own-profile';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';

/** Name, address, language and password of the person who is signed in. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const query = useQuery(ownUserQuery);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Page title={t('title')}>
      <Loaded query={query}>
        {(user) => (
          <Stack gap="xl" maw="40rem">
            <ProfileForm key={user.id} user={user} />
            <PasswordForm email={user.email} />
            <Text>
              {/* A page of the accounts, which asks for the password again. */}
              <Anchor href={`${session?.accounts ?? ''}/user/security`}>{t('security')}</Anchor>
            </Text>
            <DeleteOwnUser email={user.email} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
