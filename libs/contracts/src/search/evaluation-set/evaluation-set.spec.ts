import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, extra, required, tooFew, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { EvaluationQuestionPayload } from './evaluation-set.dto';
import {
  addEvaluationQuestions,
  changeEvaluationSet,
  createEvaluationSet,
  deleteEvaluationQuestion,
  deleteEvaluationSet,
  getEvaluationSet,
  listEvaluationSets,
  replaceEvaluationQuestion,
} from './evaluation-set.operations';

const operations = [
  listEvaluationSets,
  createEvaluationSet,
  getEvaluationSet,
  changeEvaluationSet,
  deleteEvaluationSet,
  addEvaluationQuestions,
  replaceEvaluationQuestion,
  deleteEvaluationQuestion,
];
const kbid = 'f312ad155fdb40f3a6a1ec26e0617070';
const smallest = { question: 'What pulls the sea?' };

describe('sets of questions', () => {
  it('are read by readers who see the whole box, and changed by writers who do', () => {
    const reads = '200 json; READER of kb; sa user pat';
    const gone = '204 empty; WRITER of kb; sa user pat';
    expect(routesOf(...operations)).toEqual({
      'GET /kb/{kbid}/evaluation_sets': reads,
      'POST /kb/{kbid}/evaluation_sets': '201 json; WRITER of kb; sa user pat',
      'GET /kb/{kbid}/evaluation_set/{set_id}': reads,
      'PATCH /kb/{kbid}/evaluation_set/{set_id}': '200 json; WRITER of kb; sa user pat',
      'DELETE /kb/{kbid}/evaluation_set/{set_id}': gone,
      'POST /kb/{kbid}/evaluation_set/{set_id}/questions': '201 json; WRITER of kb; sa user pat',
      'PUT /kb/{kbid}/evaluation_set/{set_id}/question/{question_id}': gone,
      'DELETE /kb/{kbid}/evaluation_set/{set_id}/question/{question_id}': gone,
    });
    expect(operations.filter(({ policy }) => policy?.showsWholeBox !== true)).toEqual([]);
    expect(conductOf(createEvaluationSet, deleteEvaluationSet)).toEqual({
      'search.evaluation-set.create': '20 s, needs room',
      'search.evaluation-set.delete': '20 s',
    });
  });

  it('have questions with what they should bring', () => {
    expect(wireOf(EvaluationQuestionPayload, smallest)).toEqual({
      id: 'null text',
      question: 'text!',
      documents: 'null list = []',
      facts: 'null list = []',
      answerable: 'null flag = true',
      groups: 'null list = []',
      learning_id: 'null text',
    });
    expect(received(createEvaluationSet, { body: { title: 'Tides' } }).body).toEqual({ title: 'Tides', questions: [] });
  });

  it.each([
    ['id', 'q-1', 'a b', "String should match pattern '^[\\w.:-]{1,64}$'"],
    ['question', text(2_000), text(2_001), tooLong(2_000)],
    ['question', 'Why?', '', empty],
    ['documents', list(20, String), list(21, String), tooMany(20)],
    ['facts', [text(500)], [text(501)], tooLong(500)],
    ['groups', ['hr'], [''], empty],
    ['answerable', false, 'maybe', 'Input should be a valid boolean, unable to interpret input'],
    ['fact', undefined, 'x', extra],
  ])('take a proper %s only', (at, good, bad, fault) => {
    const faultsOf = (value: unknown) =>
      faults(addEvaluationQuestions, { body: { questions: [changed(smallest, at, value)] } });
    expect(faultsOf(good)).toEqual([]);
    expect(faultsOf(bad)).toEqual([expect.stringContaining(fault)]);
  });

  it('are named, and have at most 500 questions', () => {
    const create = (body: object) => faults(createEvaluationSet, { body });
    expect(create({ title: text(201) })).toEqual([`body.title: ${tooLong(200)}`]);
    expect(create({})).toEqual([`body.title: ${required}`]);
    expect(create({ title: 'x', questions: list(500, () => smallest) })).toEqual([]);
    expect(create({ title: 'x', questions: list(501, () => smallest) })).toEqual([`body.questions: ${tooMany(500)}`]);
    expect(faults(addEvaluationQuestions, { body: { questions: [] } })).toEqual([`body.questions: ${tooFew(1)}`]);
    expect(faults(getEvaluationSet, { path: { kbid, set_id: kbid } })).toEqual([]);
  });

  it('are listed without their questions', () => {
    const file = `${__dirname}/evaluation-set.dto.ts`;
    expect(membersOf(file, 'EvaluationSet')).toBe('id, title, size, created, modified');
    expect(membersOf(file, 'EvaluationQuestion')).toBe(
      'id, question, documents, facts, answerable, groups, learning_id|null',
    );
  });
});
