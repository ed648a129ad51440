import { deleteResource, modifyResource, reprocessResource } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { notify } from '../../../parts/notify';
import { listKey } from '../resources-query';
import { resourceKey } from './resource-query';

/** Actions on the open resource. */
export function useResourceActions(kbid: string, rid: string) {
  const { t } = useTranslation('resource');
  const navigate = useNavigate();
  const params = { kbid, rid };
  const refresh = () => queries.invalidateQueries({ queryKey: resourceKey(kbid, rid) });
  const reprocess = useMutation({
    mutationFn: () => api.call(reprocessResource, { params }),
    onSuccess: () => {
      notify(t('reprocessing'));
      return refresh();
    },
  });
  const hide = useMutation({
    mutationFn: (hidden: boolean) => api.call(modifyResource, { params, body: { hidden } }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => api.call(deleteResource, { params }),
    onSuccess: async () => {
      // Leaves the page first: its queries would ask for the deleted resource.
      await navigate({ to: '/boxes/$kbid/resources', params: { kbid } });
      queries.removeQueries({ queryKey: resourceKey(kbid, rid) });
      await queries.invalidateQueries({ queryKey: listKey(kbid) });
      notify(t('deleted'));
    },
  });
  return { reprocess, hide, remove };
}
