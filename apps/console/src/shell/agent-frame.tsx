import { Outlet, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBox } from '../data/boxes';
import { FailureNotice } from '../parts/failure-notice';
import { Loading } from '../parts/loaded';
import { Page } from '../parts/page';
import { PlaceProvider } from '../parts/place';

/** Shows a room of an agent when the agent is there and this person may see it. */
export function AgentFrame() {
  const { t } = useTranslation();
  const { agent = '' } = useParams({ strict: false });
  const { data, error, refetch } = useBox(agent);
  if (data) {
    return (
      <PlaceProvider value={data.title}>
        <Outlet />
      </PlaceProvider>
    );
  }
  if (!error) return <Loading />;
  return (
    <Page title={t('nav.agents')}>
      <FailureNotice error={error} onRetry={() => void refetch()} />
    </Page>
  );
}
