import { configSlice, flag } from '@lectern/config';

export const answerScoresConfig = configSlice('answer scores', {
  ANSWERS_SCORED: flag({
    doc: 'whether recorded answers are scored in the background, by what ANSWER_SCORER chooses; the same in all processes of search',
    fallback: true,
  }),
});
