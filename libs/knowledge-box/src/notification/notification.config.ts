import { configSlice, integer } from '@lectern/config';
import { NOTIFICATIONS_S_MAX } from '@lectern/contracts/knowledge-box';

export const notificationConfig = configSlice('notifications', {
  NOTIFICATIONS_S: integer({
    doc: 'seconds after which a stream of notifications is closed; clients connect again',
    min: 1,
    max: NOTIFICATIONS_S_MAX,
    fallback: 118,
  }),
});
