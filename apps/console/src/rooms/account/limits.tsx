import { Stack, Table, Text, Title } from '@mantine/core';
import type { AccountRecord } from '@lectern/contracts/accounts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ByteSize, Count } from '../../parts/quantity';
import { limitsOf } from './limits-of';

/** How much the account holds, and how much it may. */
export function Limits({ account }: { readonly account: AccountRecord }) {
  const { t } = useTranslation('account');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('limits.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('limits.type')}: <code>{account.type}</code>
      </Text>
      <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t('limits.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('limits.of')}</Table.Th>
              <Table.Th ta="end">{t('limits.used')}</Table.Th>
              <Table.Th ta="end">{t('limits.max')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {limitsOf(account).map(({ name, used, max, isBytes }) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`limits.name.${name}`)}</Table.Td>
                <Table.Td ta="end">{used === undefined ? '–' : <Count value={used} />}</Table.Td>
                <Table.Td ta="end">{maximum(max, isBytes) ?? t('limits.none')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function maximum(max: number | null, isBytes: boolean): ReactNode {
  if (max === null) return undefined;
  return isBytes ? <ByteSize bytes={max} /> : <Count value={max} />;
}
