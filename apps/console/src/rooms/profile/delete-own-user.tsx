import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { DeletionSection } from '../../parts/deletion-section';
import { notify } from '../../parts/notify';
import { ownProfileQuery, useDeleteOwnUser } from './own-profile';

/** The way to delete oneself, closed while an account would lose its only owner. */
export function DeleteOwnUser({ email }: { readonly email: string }) {
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const { data: profile } = useQuery(ownProfileQuery);
  const { mutate, isPending, error } = useDeleteOwnUser();
  const onSuccess = async () => {
    queries.clear();
    await navigate({ to: '/sign-in' });
    notify(t('deletion.done'));
  };
  const accounts = profile?.dependant_accounts.map(({ slug }) => slug).join(', ') ?? '';
  return (
    <DeletionSection
      title={t('deletion.title')}
      text={t('deletion.text')}
      {...(accounts !== '' && { obstacle: t('deletion.needed', { accounts }) })}
      mayDelete={profile?.can_be_deleted === true}
      name={email}
      action={t('deletion.action')}
      onDelete={() => mutate(undefined, { onSuccess: () => void onSuccess() })}
      isPending={isPending}
      error={error}
    />
  );
}
