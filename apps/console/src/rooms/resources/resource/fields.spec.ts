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

  it('are called as their files and links are, and otherwise by their ids', () => {
    const file = { filename: 'tariffs 2026.pdf', uri: '', size: 1, content_type: 'application/pdf', md5: '' };
    const value = { added: '2026-01-01T12:00:00', file, language: '', password: '', external: false };
    const named = fieldsOf({
      ...data,
      files: { '6750f1': { value: { ...value, extract_strategy: '', split_strategy: '' } } },
    });
    expect(named.map(({ title }) => title)).toEqual(['tariffs 2026.pdf', 'note']);
  });

  it('have errors before warnings', () => {
    expect(errorsOf(fieldsOf(data)).map(({ field, error: { body } }) => `${field.title}: ${body}`)).toEqual([
      'note: broken',
      'guide: no pictures',
      'note: cut',
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
