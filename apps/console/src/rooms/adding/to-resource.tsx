import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** A link to a resource that was added. */
export function ToResource({ kbid, rid }: { readonly kbid: string; readonly rid: string }) {
  const { t } = useTranslation('adding');
  return (
    <Link to="/boxes/$kbid/resources/$rid" params={{ kbid, rid }} className="addition-link">
      {t('open')}
    </Link>
  );
}
