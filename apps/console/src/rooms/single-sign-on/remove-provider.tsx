import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { SamlConfiguration } from '@lectern/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { notify } from '../../parts/notify';
import { useSaveSaml } from './single-sign-on';

interface RemoveProviderProps {
  readonly account: string;
  readonly saml: SamlConfiguration;
}

/** Ends single sign-on: the first domain has to be typed. */
export function RemoveProvider({ account, saml }: RemoveProviderProps) {
  const { t } = useTranslation('single-sign-on');
  const [opened, { open, close }] = useDisclosure();
  const { mutate, isPending, error } = useSaveSaml(account);
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {t('removal.title')}
        </Title>
        <Text>{t('removal.text')}</Text>
        <Button color="red" variant="outline" onClick={open}>
          {t('removal.title')}
        </Button>
      </Stack>
      <ConfirmByName
        opened={opened}
        onClose={close}
        title={t('removal.title')}
        name={saml.domains[0] ?? ''}
        action={t('removal.action')}
        onConfirm={() => mutate(null, { onSuccess: () => notify(t('removal.done')) })}
        isPending={isPending}
        error={error}
      >
        {t('removal.text')}
      </ConfirmByName>
    </Paper>
  );
}
