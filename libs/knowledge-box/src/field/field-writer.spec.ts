import { withStrategies } from './field-writer';

describe('the strategies of a field', () => {
  it('are its own, or else those of the request', () => {
    const options = { extract_strategy: 'e', split_strategy: 's' };
    expect(withStrategies({ split_strategy: 'own' }, options)).toEqual({
      extract_strategy: 'e',
      split_strategy: 'own',
    });
    expect(withStrategies({ extract_strategy: '', split_strategy: null }, options)).toEqual(options);
    expect(withStrategies({}, null)).toEqual({});
  });
});
