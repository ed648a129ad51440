import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { chooseAccount, useAccount } from '../data/accounts';
import { OneLine } from '../parts/one-line';

/** Accounts to choose from; nothing where there is only one. */
export function AccountChoice() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account, accounts } = useAccount();
  if (accounts.length < 2) return null;
  const choose = (id: string) => {
    chooseAccount(id);
    void navigate({ to: '/boxes' });
  };
  return (
    <>
      <Menu.Label>{t('account.choose')}</Menu.Label>
      {accounts.map(({ id, title }) => (
        <Menu.Item
          key={id}
          role="menuitemradio"
          aria-checked={id === account?.id}
          onClick={() => choose(id)}
          rightSection={id === account?.id && <IconCheck size={16} aria-hidden />}
        >
          <OneLine size="sm">{title}</OneLine>
        </Menu.Item>
      ))}
    </>
  );
}
