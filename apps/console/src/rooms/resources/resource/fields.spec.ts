import type { FieldError, ResourceData } from '@lectern/contracts/knowledge-box';
import { errorsOf, fieldsOf, openedField } from './fields';

const error = (severity: FieldError['severity'], body: string): FieldError => ({
  body,
  code: 1,
  code_str: 'EXTRACT',
  created: null,
  severity,
});

const data: ResourceData = {
  texts: { note: { errors: [error('WARNING', 'cut'), error('ERROR', 'broken')] } },
  files: { guide: { errors: [error('WARNING', 'no pictures')] } },
  generics: { title: {} },
};

describe('the fields of a resource', () => {
  it('are files first, and without its title', () => {
    expect(fieldsOf(data).map(({ name }) => name)).toEqual(['f/guide', 't/note']);
    expect(fieldsOf()).toEqual([]);
  });

  it('have errors before warnings', () => {
    expect(errorsOf(fieldsOf(data)).map(({ name, error: { body } }) => `${name}: ${body}`)).toEqual([
      't/note: broken',
      'f/guide: no pictures',
      't/note: cut',
    ]);
  });

  it.each([
    [['t/note', undefined], 't/note'],
    [[undefined, 't/note'], 't/note'],
    [['t/gone', 't/note'], 't/note'],
    [[undefined, undefined], 'f/guide'],
  ])('are opened by %j', (names, opened) => {
    expect(openedField(fieldsOf(data), ...names)?.name).toBe(opened);
  });
});
