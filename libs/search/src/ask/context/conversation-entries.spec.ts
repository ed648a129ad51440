import { paragraphEntry } from './context-entry';
import { messageEntries, messagesFound, withMessages } from './conversation-entries';
import { storedParagraph } from './stored-paragraph.fixture';

const message = (ident: string, text: string) => ({ ident, text, who: 'ada', type: 'UNSET' as const, attachments: [] });
const found = { field: 'r1/c/chat', parent: 'r1/c/chat/m2/0-5' };
const shared = { title: 'Chat', language: 'en' };
const keysOf = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key);

describe('messages of conversations', () => {
  it('are those that paragraphs are of, each once', () => {
    const ids = ['r1/c/chat/m2/0-5', 'r1/t/a/0-5', 'r1/c/chat/m2/5-9', 'r1/c/other/m1/0-3', 'r1/c/chat/0-9'];
    expect(messagesFound(ids).map(({ field, ident }) => `${field} ${ident}`)).toEqual([
      'r1/c/chat m2',
      'r1/c/other m1',
    ]);
  });

  it('have keys with their length in code points', () => {
    const [entry] = messageEntries([message('m1', 'Moon 🌙')], found, shared);
    expect(entry).toMatchObject({ key: 'r1/c/chat/m1/0-6', title: 'Chat', augmentation: { parent: found.parent } });
  });

  it('take the place of their own paragraphs and follow the others', () => {
    const entries = ['r1/c/chat/m2/0-5', 'r1/t/a/0-5', 'r1/c/chat/m2/5-9'].map((id) =>
      paragraphEntry(storedParagraph(id)),
    );
    const messages = messageEntries([message('m1', 'One'), message('m2', 'Two or three')], found, shared);
    expect(keysOf(withMessages(entries, messages))).toEqual(['r1/c/chat/m2/0-12', 'r1/t/a/0-5', 'r1/c/chat/m1/0-3']);
  });

  it('stay as they were found when that was all of them, and may be followed by others', () => {
    const entries = ['r1/c/chat/m2/0-5', 'r1/t/a/0-5'].map((id) => paragraphEntry(storedParagraph(id)));
    const messages = messageEntries([message('m2', 'Twice'), message('m3', 'Yes')], found, shared);
    const all = withMessages(entries, messages, found.parent);
    expect(keysOf(all)).toEqual(['r1/c/chat/m2/0-5', 'r1/c/chat/m3/0-3', 'r1/t/a/0-5']);
    expect(all[0]).not.toHaveProperty('augmentation');
  });
});
