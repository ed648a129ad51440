import { Stack, Text } from '@mantine/core';
import type { AccountRecord } from '@lectern/contracts/accounts';
import { useTranslation } from 'react-i18next';

/** What members see of an account that they do not own. */
export function AccountFacts({ account }: { readonly account: AccountRecord }) {
  const { t } = useTranslation('account');
  return (
    <Stack gap="xs">
      <Text>
        {t('slug')}: <code>{account.slug}</code>
      </Text>
      {account.description && <Text className="content-text">{account.description}</Text>}
      <Text size="sm" c="dimmed">
        {t('notOwner')}
      </Text>
    </Stack>
  );
}
