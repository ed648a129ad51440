import { InboxIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countersQuery } from '../data/boxes';
import { EmptyState } from './empty-state';

/** Whether a box is known to have no resources. */
export function useIsEmpty(kbid: string): boolean {
  return useQuery(countersQuery(kbid)).data?.resources === 0;
}

/** Stands where documents are looked for in a box that has none. */
export function EmptyBox({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<InboxIcon size={48} aria-hidden />}
      title={t('box.empty')}
      text={t('box.emptyText')}
      action={
        <Link to="/boxes/$kbid/adding" params={{ kbid }} className="card-link">
          {t('box.add')}
        </Link>
      }
    />
  );
}
