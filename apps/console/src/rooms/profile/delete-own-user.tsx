import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { notify } from '../../parts/notify';
import { ownProfileQuery, useDeleteOwnUser } from './own-profile';

/** The way to delete oneself, closed while an account would lose its only owner. */
export function DeleteOwnUser({ email }: { readonly email: string }) {
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const { data: profile } = useQuery(ownProfileQuery);
  const [opened, { open, close }] = useDisclosure();
  const { mutate, isPending, error } = useDeleteOwnUser();
  const onSuccess = async () => {
    queries.clear();
    await navigate({ to: '/sign-in' });
    notify(t('deletion.done'));
  };
  const accounts = profile?.dependant_accounts.map(({ slug }) => slug).join(', ') ?? '';
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {t('deletion.title')}
        </Title>
        <Text>{accounts === '' ? t('deletion.text') : t('deletion.needed', { accounts })}</Text>
        {profile?.can_be_deleted && (
          <Button color="red" variant="outline" onClick={open}>
            {t('deletion.title')}
          </Button>
        )}
      </Stack>
      <ConfirmByName
        opened={opened}
        onClose={close}
        title={t('deletion.title')}
        name={email}
        action={t('deletion.action')}
        onConfirm={() => mutate(undefined, { onSuccess: () => void onSuccess() })}
        isPending={isPending}
        error={error}
      >
        {t('deletion.text')}
      </ConfirmByName>
    </Paper>
  );
}
