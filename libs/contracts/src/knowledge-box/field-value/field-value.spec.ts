import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';

const answer = (name: string) => membersOf(join(__dirname, 'field-value.dto.ts'), name);

describe('values of fields in answers', () => {
  it.each([
    ['TextFieldValue', 'body, format, md5, extract_strategy, split_strategy'],
    ['FileFieldValue', 'added, file, language, password, external, extra_headers?, extract_strategy, split_strategy'],
    [
      'LinkFieldValue',
      'added, uri, headers, cookies, language, localstorage, css_selector, xpath, extract_strategy, split_strategy',
    ],
    ['ConversationFieldValue', 'pages, size, total, extract_strategy, split_strategy'],
    ['KeyValueFieldValue', 'data'],
    ['CloudLink', 'uri, size, content_type, filename, md5'],
  ])('of %s have all members, empty rather than absent', (name, members) => {
    expect(answer(name)).toBe(members);
  });

  it('of conversations have their messages page by page', () => {
    expect(answer('ConversationPage')).toBe('page, pages, total, messages');
    expect(answer('ConversationMessage')).toBe('timestamp|null, who, to, content, ident, type');
  });
});
