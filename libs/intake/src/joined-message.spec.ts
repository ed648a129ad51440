import type { UnderstoodField } from '@lectern/contracts/understanding';
import { paragraph, understood } from '../../resource-store/fixtures/extracted';
import { joinedMessage, MESSAGE_CHARS_MAX, type MessagePart } from './joined-message';

function part(text: string, more: Partial<UnderstoodField> = {}, filename?: string): MessagePart {
  const length = [...text].length;
  const own = { ...paragraph(0, length), key: `rid/c/chat/m/0-${length}` };
  const paragraphs = text === '' ? [] : [{ ...own, sentences: [0, length] }];
  return { text, paragraphs, understood: { ...understood, ...more }, filename };
}

describe('a message with attachments', () => {
  it('is one text, in which each paragraph says where it is by code points', () => {
    const { text, paragraphs } = joinedMessage('m', [part('🌙 moon'), part(''), part('tide 🌊'), part('end')]);
    expect(text).toBe('🌙 moon\n\ntide 🌊\n\nend');
    const characters = [...text];
    const texts = paragraphs.map(({ start, end }) => characters.slice(start, end).join(''));
    expect(texts).toEqual(['🌙 moon', 'tide 🌊', 'end']);
    for (const { start, end, key, sentences } of paragraphs) {
      expect(key).toBe(`rid/c/chat/m/${start}-${end}`);
      expect(sentences).toEqual([start, end]);
    }
  });

  it('begins with the attachment where the message says nothing', () => {
    expect(joinedMessage('m', [part(''), part('tide')])).toMatchObject({ text: 'tide', paragraphs: [{ start: 0 }] });
  });

  it('has each name once, with all its places, and every language and link', () => {
    const entity = { text: 'Ada', label: 'PERSON', positions: [{ start: 0, end: 3 }] };
    const found = { entities: [entity], links: ['https://a.example'] };
    const joined = joinedMessage('m', [part('Ada', found), part('Ada', { ...found, languages: ['fr'] })]);
    expect(joined.understood).toMatchObject({
      entities: [
        {
          text: 'Ada',
          positions: [
            { start: 0, end: 3 },
            { start: 5, end: 8 },
          ],
        },
      ],
      languages: ['en', 'fr'],
      links: ['https://a.example'],
    });
  });

  it('says as warnings what could not be read, and where', () => {
    const errors = [{ code: 1, severity: 'ERROR' as const, text: 'cannot be read' }];
    const { errors: own } = joinedMessage('m', [part('x', { errors }), part('', { errors }, 'a.pdf')]);
    expect(own).toEqual([
      { code: 1, severity: 'WARNING', text: 'Message m: cannot be read' },
      { code: 1, severity: 'WARNING', text: 'Attachment a.pdf of message m: cannot be read' },
    ]);
  });

  it('leaves out what is too long, and says so', () => {
    const { text, errors } = joinedMessage('m', [part('short'), part('x'.repeat(MESSAGE_CHARS_MAX), {}, 'long.txt')]);
    expect(text).toBe('short');
    expect(errors.map((error) => error.text)).toEqual([expect.stringContaining('long.txt')]);
  });
});
