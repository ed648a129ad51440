import { Anchor, Group, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { type AccountRecord, type FactorDemand, factorDemands } from '@lectern/contracts/accounts';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { useSaveAccount } from './account';

/** What people of the account must prove besides a password. */
export function FactorDemandForm({ account }: { readonly account: AccountRecord }) {
  const { t } = useTranslation('account');
  const [chosen, setChosen] = useState<FactorDemand>(account.second_factor);
  const { mutate, isPending, error } = useSaveAccount(account.id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ second_factor: chosen }, { onSuccess: () => notify(t('saved')) });
  };
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {t('factor.title')}
          </Title>
          <Text size="sm">
            {t('factor.text')} <Anchor href="/user/security">{t('factor.own')}</Anchor>
          </Text>
          <Radio.Group label={t('factor.label')} value={chosen}>
            <Stack gap="xs" mt={4}>
              {factorDemands.map((one) => (
                <Radio key={one} value={one} label={t(`factor.demands.${one}`)} onChange={() => setChosen(one)} />
              ))}
            </Stack>
          </Radio.Group>
          {error && <FailureNotice error={error} />}
          <Group>
            <BusyButton type="submit" isBusy={isPending} aria-label={t('factor.save')}>
              {t('save')}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
