import type { AccountMember } from '@lectern/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { notify } from '../../parts/notify';
import { useResetFactor } from './people';

interface ResetFactorProps {
  readonly account: string;
  /** Who lost it; undefined while nobody is asked about. */
  readonly member: AccountMember | undefined;
  readonly onClose: () => void;
}

/** Removes the second factor of a person who lost it: the address has to be typed. */
export function ResetFactor({ account, member, onClose }: ResetFactorProps) {
  const { t } = useTranslation('people');
  const { mutate, isPending, error, reset } = useResetFactor(account);
  const close = () => {
    reset();
    onClose();
  };
  return (
    <ConfirmByName
      opened={member !== undefined}
      onClose={close}
      title={t('factor.title')}
      name={member?.email ?? ''}
      action={t('factor.action')}
      onConfirm={() => {
        if (!member) return;
        const onSuccess = () => {
          notify(t('factor.done', { email: member.email }));
          close();
        };
        mutate(member.id, { onSuccess });
      }}
      isPending={isPending}
      error={error}
    >
      {t('factor.text')}
    </ConfirmByName>
  );
}
