import { membersOf } from '../../validation/answers.fixture';

const file = `${__dirname}/activity-row.dto.ts`;
const members = membersOf(file, 'ActivityRow').split(', ');
const common =
  'id date user_id user_type client_type total_duration audit_metadata resource_id svc_tokens token_details';
const search =
  'question resources_count filter retrieval_rephrased_question vectorset security min_score_bm25 min_score_semantic ' +
  'result_per_page retrieval_time';
const chat =
  'question rephrased_question answer learning_id retrieved_context chat_history feedback_good feedback_comment ' +
  'feedback_good_all feedback_good_any feedback model rag_strategies_names rag_strategies status ' +
  'generative_answer_first_chunk_time generative_reasoning_first_chunk_time generative_answer_time remi_scores ' +
  'user_request reasoning';

describe('a row of activity', () => {
  it('always has its id; a field that is shown may be null, one that is not is absent', () => {
    const [id, ...others] = members;
    expect(id).toBe('id');
    expect(others.filter((member) => !member.includes('?'))).toEqual([]);
  });

  it('has the fields of every kind of event, and no other', () => {
    const names = new Set([common, search, chat].flatMap((group) => group.split(' ')));
    expect(members.map((member) => member.replace(/[?|].*$/, '')).sort()).toEqual([...names].sort());
  });

  it('has feedback with its day, its comment and what it is on', () => {
    expect(membersOf(file, 'ActivityFeedback')).toBe('date, good, feedback|null, text_block_id|null, task');
  });
});
