import type { FieldError } from '@lectern/contracts/knowledge-box';
import { FieldEntity } from '@lectern/resource-store';
import { fieldItem } from './exported-resource';

const error: FieldError = { body: 'b', code: 2, code_str: 'PROCESS', created: null, severity: 'ERROR' };
const fieldWith = (errors: FieldError[]) =>
  Object.assign(new FieldEntity(), {
    letter: 't',
    id: 'a',
    value: { body: 'The ibex', format: 'PLAIN' },
    mlText: true,
    status: 'ERROR',
    errors,
  });

describe('a field in the file of an export', () => {
  it('has the errors of its processing', () => {
    const item = fieldItem(fieldWith([error]), { sealed: null });
    expect(item).toMatchObject({ status: 'ERROR', errors: [{ body: 'b', code: 2, severity: 'ERROR' }] });
  });

  it('is pending when it was blocked: the account that imports it may not be', () => {
    const item = fieldItem(fieldWith([{ ...error, blocked: true }]), { sealed: null });
    expect(item).toMatchObject({ status: 'PENDING', errors: [] });
  });
});
