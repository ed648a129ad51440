import { membersOf } from '../validation/answers.fixture';
import { tooLong } from '../validation/members.fixture';
import { violations } from '../validation/refused.fixture';
import { text } from '../validation/requests.fixture';
import { validateInput } from '../validation/validate';
import { ModelQuery, PredictionHeaders } from './prediction.dto';

const read = (header: object) => validateInput({ header: PredictionHeaders }, { header }).header;

describe('how a prediction is returned', () => {
  it.each(['true', 'True', 'TRUE', '1', 'yes', 'on'])('shows its consumption for %s', (shows) => {
    expect(read({ 'x-show-consumption': shows })).toEqual({ 'x-show-consumption': true });
  });

  it.each(['false', 'False', '0', 'no', 'off', undefined])('does not for %s', (shows) => {
    expect(read({ 'x-show-consumption': shows })).toEqual({ 'x-show-consumption': false });
  });

  it('refuses to guess', () => {
    expect(violations(() => read({ 'x-show-consumption': 'please' }))).toEqual([
      {
        type: 'bool_parsing',
        loc: ['header', 'x-show-consumption'],
        msg: 'Input should be a valid boolean, unable to interpret input',
        input: 'please',
      },
    ]);
  });
});

describe('the model of a prediction', () => {
  const query = (model?: string) => validateInput({ query: ModelQuery }, { query: { model } }).query;

  it('is named in the query, or not', () => {
    expect([query(), query('a/b'), query(text(250))]).toEqual([{}, { model: 'a/b' }, { model: text(250) }]);
    expect(violations(() => query(text(251))).map(({ msg }) => msg)).toEqual([tooLong(250)]);
  });

  it('comes back with the ids of the answer and of the request', () => {
    expect(membersOf(`${__dirname}/prediction.dto.ts`, 'PredictionOrigin')).toBe(
      'learningId, model, traceId, usedHistory?, used?',
    );
  });
});
