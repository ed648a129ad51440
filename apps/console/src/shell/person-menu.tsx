import { ActionIcon, Menu, Text } from '@mantine/core';
import { CheckIcon, PersonIcon, SignOutIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { failureKind } from '../api/failure';
import { queries } from '../api/queries';
import { notify } from '../parts/notify';
import { OneLine } from '../parts/one-line';
import { Time } from '../parts/quantity';
import { sessionQuery, signOut } from '../session/session';
import { AccountChoice } from './account-choice';
import { LanguageChoice } from './language-choice';
import { useShortcutsSetting } from './shortcuts';
import { ThemeChoice } from './theme-choice';

function useSignOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: '/sign-in' });
    },
    onError: (error) => notify(`${t('session.stays')} ${t(`failure.${failureKind(error)}`)}`),
  });
}

function ShortcutsChoice() {
  const { t } = useTranslation();
  const [isOn, set] = useShortcutsSetting();
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={isOn}
      closeMenuOnClick={false}
      leftSection={isOn ? <CheckIcon size={16} aria-hidden /> : <span className="no-icon" />}
      onClick={() => set(!isOn)}
    >
      {t('shortcuts')}
    </Menu.Item>
  );
}

/** Who is signed in; account, language, theme, and the way out. */
export function PersonMenu() {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const { mutate: leave } = useSignOut();
  const name = session?.name ?? '';
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('session.menu', { name })}>
          <PersonIcon size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="person">
          <OneLine fw={600}>{name}</OneLine>
          {session && (
            <Text size="xs" c="dimmed">
              {t('session.ends')} <Time at={session.expires} />
            </Text>
          )}
        </div>
        <AccountChoice />
        <LanguageChoice />
        <ThemeChoice />
        <Menu.Divider />
        <ShortcutsChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon size={16} aria-hidden />} onClick={() => leave()}>
          {t('session.out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
