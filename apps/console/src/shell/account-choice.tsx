import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { chooseAccount, useAccount } from '../data/accounts';
import { Choice } from './choice';

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
  const options = accounts.map(({ id, title }) => ({ value: id, text: title }));
  return <Choice label={t('account.choose')} options={options} value={account?.id} onChange={choose} />;
}
