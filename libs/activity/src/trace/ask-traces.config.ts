import { configSlice, integer } from '@lectern/config';

export const askTracesConfig = configSlice('traces of questions', {
  ASK_TRACE_DAYS: integer({
    doc: 'days for which it is kept how a question was answered, for its replay; 0: not at all',
    min: 0,
    max: 36_500,
    fallback: 30,
  }),
});
