import { deleteAccountKnowledgeBox, type KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { boxesQuery } from '../../data/boxes';
import { DeletionSection } from '../../parts/deletion-section';
import { notify } from '../../parts/notify';

function useDelete({ id: kbid, account_id: account }: KnowledgeBoxRecord) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.call(deleteAccountKnowledgeBox, { params: { account, kbid } }),
    onSuccess: async () => {
      // Leaves the list and the box first: both would ask for the deleted box.
      queries.setQueryData(boxesQuery(account).queryKey, (boxes) => boxes?.filter(({ id }) => id !== kbid));
      await navigate({ to: '/boxes' });
      queries.removeQueries({ queryKey: ['box', kbid] });
      await queries.invalidateQueries({ queryKey: boxesQuery(account).queryKey });
      notify(t('deletion.done'));
    },
  });
}

/** The way to delete a box: its name has to be typed. */
export function DeleteBox({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('settings');
  const { mutate, isPending, error } = useDelete(box);
  const texts = { title: t('deletion.title'), text: t('deletion.text'), action: t('deletion.action') };
  return <DeletionSection {...texts} name={box.title} onDelete={() => mutate()} isPending={isPending} error={error} />;
}
