import { configSlice, integer } from '@lectern/config';

export const changeLogConfig = configSlice('change log', {
  CHANGE_LOG_DAYS: integer({
    doc: 'days for which it is kept which resources changed, when, and by whom',
    min: 1,
    max: 36_500,
    fallback: 90,
  }),
});
