import { taskLogLines } from './task-log-lines';

it('lines of a log name the resource that they are about', () => {
  const rid = 'a161f1945a464826b32db8c98884bdc3';
  expect(taskLogLines(`${rid}/t/body: too long\n\nWaits for a model`)).toEqual([
    { text: `${rid}/t/body: too long`, rid },
    { text: 'Waits for a model' },
  ]);
  expect(taskLogLines(null)).toEqual([]);
});
