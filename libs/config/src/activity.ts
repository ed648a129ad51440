import { integer, optionalText } from './setting';
import { configSlice } from './slice';

/** What is kept of requests. */
export const activitySlice = configSlice('activity log', {
  ACTIVITY_DAYS: integer({
    doc: 'days for which activity, feedback and answers are kept; 0: nothing is recorded, and feedback is refused',
    min: 0,
    max: 36_500,
    fallback: 180,
  }),
  ACTIVITY_DIR: optionalText({
    doc: 'folder of what is recorded and not in the database yet; by default activity in DATA_DIR. Must survive a crash of the process',
  }),
  ACTIVITY_JOURNAL_MB: integer({
    doc: 'MiB of activity of one process that wait on disk while the database is away; more is dropped and counted',
    min: 1,
    max: 1_000_000,
    fallback: 128,
  }),
});
