import { validate } from '@lectern/contracts/core';
import { AgentFilter } from '@lectern/contracts/understanding';
import { type FilteredField, passesFilter } from './field-filter';

const field: FilteredField = {
  rid: '0'.repeat(32),
  icon: 'text/plain',
  letter: 't',
  id: 'body',
  text: 'The sea and the sky',
  labels: [{ labelset: 'topic', label: 'nature' }],
};

describe('filters of agents', () => {
  it.each<[filter: object, passes: boolean]>([
    [{}, true],
    [{ contains: ['sea', 'land'] }, false],
    [{ contains: ['sea', 'land'], contains_operator: 1 }, true],
    [{ labels: ['topic/nature'] }, true],
    [{ labels: ['topic/nature', 'topic/art'] }, false],
    [{ labels: ['/classification.labels/topic/nature'] }, true],
    [{ field_types: ['t'] }, true],
    [{ field_types: ['text', 'f'] }, true],
    [{ field_types: ['f'] }, false],
    [{ not_field_types: ['text'] }, false],
    [{ resource_type: ['application/pdf'] }, false],
    [{ rids: ['00000000-0000-0000-0000-000000000000'] }, true],
    [{ rids: ['1'.repeat(32)] }, false],
    [{ fields: ['t/body'] }, true],
    [{ fields: ['title'] }, false],
  ])('%j', (filter, passes) => {
    expect(passesFilter(validate(AgentFilter, filter), field)).toBe(passes);
  });

  it('leave out what agents made, unless it is wanted', () => {
    const generated = { ...field, id: 'da-summary-t-body' };
    expect(passesFilter(null, generated)).toBe(false);
    expect(passesFilter(validate(AgentFilter, {}), generated)).toBe(false);
    expect(passesFilter(validate(AgentFilter, { apply_to_agent_generated_fields: true }), generated)).toBe(true);
  });
});
