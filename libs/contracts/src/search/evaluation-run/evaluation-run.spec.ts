import { membersOf } from '../../validation/answers.fixture';
import { above, below, changed, extra, tooFew, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf } from '../../validation/requests.fixture';
import { EvaluationRunPayload } from './evaluation-run.dto';
import {
  deleteEvaluationRun,
  getEvaluationRun,
  listEvaluationResults,
  listEvaluationRuns,
  startEvaluationRun,
} from './evaluation-run.operations';

const operations = [
  startEvaluationRun,
  listEvaluationRuns,
  getEvaluationRun,
  listEvaluationResults,
  deleteEvaluationRun,
];

describe('runs of sets of questions', () => {
  it('are seen by readers, and started and deleted by writers', () => {
    const reads = '200 json; READER of kb; sa user pat';
    expect(routesOf(...operations)).toEqual({
      'POST /kb/{kbid}/evaluation_set/{set_id}/runs': '201 json; WRITER of kb; sa user pat',
      'GET /kb/{kbid}/evaluation_runs': reads,
      'GET /kb/{kbid}/evaluation_run/{run_id}': reads,
      'GET /kb/{kbid}/evaluation_run/{run_id}/results': reads,
      'DELETE /kb/{kbid}/evaluation_run/{run_id}': '204 empty; WRITER of kb; sa user pat',
    });
    expect(operations.filter(({ policy }) => policy?.showsWholeBox !== true)).toEqual([]);
    expect(conductOf(startEvaluationRun)).toEqual({ 'search.evaluation-run.start': '20 s, generative, needs room' });
  });

  it('ask in the way of the box, with answers, unless the request says otherwise', () => {
    expect(wireOf(EvaluationRunPayload, {})).toEqual({
      variants: 'null list',
      answers: 'null flag = true',
      k: 'null whole = 10',
      top_k: 'null whole = 20',
    });
    expect(received(listEvaluationResults, {}).query).toEqual({ variant: 0 });
  });

  it.each([
    ['variants', list(6, () => ({})), list(7, () => ({})), tooMany(6)],
    ['variants', [{ search_configuration: 'x' }], [], tooFew(1)],
    ['variants', [{ generative_model: 'x' }], [{ model: 'x' }], extra],
    ['k', 100, 101, above(100)],
    ['k', 1, 0, below(1)],
    ['top_k', 200, 201, above(200)],
    ['seed', undefined, 1, extra],
  ])('take proper %s only', (at, good, bad, fault) => {
    const faultsOf = (value: unknown) => faults(startEvaluationRun, { body: changed({}, at, value) });
    expect(faultsOf(good)).toEqual([]);
    expect(faultsOf(bad)).toEqual([expect.stringContaining(fault)]);
  });

  it('have figures with intervals, and results by question', () => {
    const file = `${__dirname}/evaluation-run.dto.ts`;
    expect(membersOf(file, 'EvaluationRunState')).toBe(
      'id, set_id, title, state, error|null, created, finished|null, author, size, answers, k, top_k, variants',
    );
    expect(membersOf(file, 'EvaluationVariant')).toBe(
      'name, search_configuration|null, generative_model|null, asked, failed, figures',
    );
    expect(membersOf(file, 'EvaluationResult')).toBe(
      'id, question, scores, found, answer|null, status|null, ms, error|null',
    );
  });
});
