import { Alert } from '@mantine/core';
import { UnlinkIcon } from '@primer/octicons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../api/connection';
import { queries } from '../api/queries';
import { request } from '../api/request';
import { router } from '../router';

const ASK_EVERY_MS = 2_000;

/** Asks until the server answers. What it answers does not matter: signing out is the business of other requests. */
function useReturn(isAway: boolean): void {
  useEffect(() => {
    if (!isAway) return undefined;
    const ask = () => request('/console/session', { signal: AbortSignal.timeout(ASK_EVERY_MS) });
    const timer = setInterval(() => void ask().catch(() => undefined), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      void queries.invalidateQueries();
      void router.invalidate();
    };
  }, [isAway]);
}

/** Says that the server is down, as long as it is. */
export function AwayBanner() {
  const { t } = useTranslation();
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway);
  useReturn(isAway);
  return (
    <div role="status" className="away">
      {isAway && (
        <Alert
          role="none"
          color="orange"
          radius={0}
          icon={<UnlinkIcon size={20} aria-hidden />}
          title={t('away.title')}
        >
          {t('away.text')}
        </Alert>
      )}
    </div>
  );
}
