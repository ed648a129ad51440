import { PushedConversation, PushedLayout, PushedText, PushPayload } from '@lectern/contracts/understanding';
import { pushedFields, fileTokensOf } from './pushed-field';

const payload = (members: object) => Object.assign(new PushPayload(), members);
const text = (format: number) => Object.assign(new PushedText(), { body: 'a', format });

describe('A push', () => {
  it('has formats by the numbers of pushes, which are not those of stored fields', () => {
    const textfield = Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((format) => [`f${format}`, text(format)]));
    const formats = pushedFields(payload({ textfield })).flatMap(({ pieces }) => pieces.flatMap(({ parts }) => parts));
    expect(formats.map((part) => 'text' in part && part.text.format)).toEqual([
      'PLAIN',
      'HTML',
      'MARKDOWN',
      'RST',
      'JSON',
      'KEEP_MARKDOWN',
      'JSONL',
      'PLAIN_BLANKLINE_SPLIT',
    ]);
  });

  it('names files in fields, messages and blocks', () => {
    const conversation = Object.assign(new PushedConversation(), {
      messages: [{ ident: 'm', to: [], content: { text: null, format: 0, attachments: ['two'] } }],
    });
    const layout = Object.assign(new PushedLayout(), { blocks: { b: { x: 0, y: 0, type: 4, file: 'three' } } });
    const pushed = payload({
      filefield: { 'a b.pdf': 'one' },
      layoutfield: { l: layout },
      conversationfield: { c: conversation },
    });
    expect(fileTokensOf(pushed)).toEqual([
      { id: 'a b.pdf', token: 'one' },
      { id: 'l', token: 'three' },
      { id: 'c', token: 'two' },
    ]);
  });

  it('without fields has nothing to do', () => {
    expect(pushedFields(payload({}))).toEqual([]);
  });
});
