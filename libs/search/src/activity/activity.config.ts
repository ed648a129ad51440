import { configSlice, integer } from '@lectern/config';

export const activityConfig = configSlice('activity log', {
  ACTIVITY_DAYS: integer({
    doc: 'days for which finds and questions are kept with who asked and the answer; 0: none are recorded',
    min: 0,
    max: 36_500,
    fallback: 180,
  }),
});
