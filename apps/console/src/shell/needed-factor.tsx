import { Button } from '@mantine/core';
import { ShieldLockIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useAccount } from '../data/accounts';
import { EmptyState } from '../parts/empty-state';

/** Rooms that need no account. */
const OWN = /^\/(?:profile|sessions|tokens)\b/;

interface NeededFactorProps {
  readonly path: string;
  readonly children: ReactNode;
}

/** Leads to the page for the second factor where the account demands one that the person has not set up. */
export function NeededFactor({ path, children }: NeededFactorProps) {
  const { t } = useTranslation();
  const { account } = useAccount();
  if (!account?.second_factor_missing || OWN.test(path)) return children;
  return (
    <EmptyState
      icon={<ShieldLockIcon size={48} aria-hidden />}
      title={t('factor.title', { account: account.title })}
      text={t('factor.text')}
      action={
        <Button component="a" href="/user/security">
          {t('factor.action')}
        </Button>
      }
    />
  );
}
