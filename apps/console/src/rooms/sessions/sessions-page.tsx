import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { ownSessionsQuery } from './own-sessions';
import { SessionTable } from './session-table';

/** Browsers and applications that are signed in as this person. */
export function SessionsPage() {
  const { t } = useTranslation('sessions');
  const query = useQuery(ownSessionsQuery);
  return (
    <Page title={t('title')} description={t('intro')}>
      <Loaded query={query}>{(sessions) => <SessionTable sessions={sessions} />}</Loaded>
    </Page>
  );
}
