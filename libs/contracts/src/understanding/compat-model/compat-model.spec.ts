import { AppError } from '../../core/errors';
import { doorsOf } from '../../core/door';
import { membersOf } from '../../validation/answers.fixture';
import { tooLong } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { getCompatModel, listCompatModels } from './compat-model.operations';

describe('models for clients of the OpenAI API', () => {
  it('are listed where that API has them, and where some clients look for them', () => {
    expect(routesOf(listCompatModels, getCompatModel)).toEqual({
      'GET /predict/compat/models': '200 json; any of nothing; nua',
      'GET /predict/models': '200 json; any of nothing; nua',
      'GET /predict/compat/models/{model_id*}': '200 json; any of nothing; nua',
    });
    expect(Object.values(conductOf(listCompatModels, getCompatModel))).toEqual(['10 s', '10 s']);
  });

  it('take the key as a bearer token below compat only', () => {
    const doors = [listCompatModels, getCompatModel].flatMap(doorsOf);
    expect(doors.map(({ http, policy }) => [http?.path, policy?.bearer])).toEqual([
      ['/api/v1/predict/compat/models', 'nua'],
      ['/api/v1/predict/models', undefined],
      ['/api/v1/predict/compat/models/{model_id*}', 'nua'],
    ]);
  });

  it('are refused in the envelope of that API below compat only', () => {
    const error = new AppError('not_found', 'No such model');
    const bodies = [listCompatModels, getCompatModel].flatMap(doorsOf).map(({ http }) => http?.refusal?.(error).body);
    const refusal = { error: { message: 'No such model', type: 'not_found_error', code: 'not_found', param: null } };
    expect(bodies).toEqual([refusal, undefined, refusal]);
  });

  it('have ids with slashes and colons, of at most 250 characters', () => {
    const model_id = 'custom:a/b/4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
    expect(received(getCompatModel, { path: { model_id } }).path).toEqual({ model_id });
    expect(faults(getCompatModel, { path: { model_id: text(251) } })).toEqual([`path.model_id: ${tooLong(250)}`]);
  });

  it('have what clients of either kind require', () => {
    const file = `${__dirname}/compat-model.dto.ts`;
    expect(membersOf(file, 'CompatModelList')).toBe('object, data, has_more');
    expect(membersOf(file, 'CompatModel')).toBe(
      'id, object, name, created, title, description|null, model_type, max_input_tokens|null, max_output_tokens|null',
    );
  });
});
