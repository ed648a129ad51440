import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBox } from '../data/boxes';
import { useKbid } from '../data/kbid';
import { FailureNotice } from '../parts/failure-notice';
import { Loading } from '../parts/loaded';
import { Page } from '../parts/page';
import { PlaceProvider } from '../parts/place';

/** Shows a room of a box when the box is there and this person may see it. */
export function BoxFrame() {
  const { t } = useTranslation();
  const { data, error, refetch } = useBox(useKbid());
  if (data) {
    return (
      <PlaceProvider value={data.title}>
        <Outlet />
      </PlaceProvider>
    );
  }
  if (!error) return <Loading />;
  return (
    <Page title={t('box.choose')}>
      <FailureNotice error={error} onRetry={() => void refetch()} />
    </Page>
  );
}
