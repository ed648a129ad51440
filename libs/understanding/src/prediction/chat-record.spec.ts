import { systemPrincipal, validate } from '@lectern/contracts/core';
import { ChatRequest, type ChatValue } from '@lectern/contracts/understanding';
import { ChatRecord } from './chat-record';

const principal = { ...systemPrincipal, kind: 'sa' as const, id: 's1', label: 'ann' };

function recorded(members: object, ...values: readonly ChatValue[]): ChatRecord {
  const request = validate(ChatRequest, { question: 'why?', ...members });
  const record = new ChatRecord({ kbid: 'k', request, principal, client: 'web' });
  for (const value of values) record.value(value);
  return record;
}

const begun: ChatValue = { origin: { learningId: 'l', model: 'm', traceId: 't' } };
const said = (text: string): ChatValue => ({ chunk: { type: 'text', text } });
const ended = (code: '0' | '-2'): ChatValue => ({ chunk: { type: 'status', code, details: null } });

describe('what is recorded of a chat', () => {
  it('is who asked, what was answered and how it ended', () => {
    const record = recorded({ audit_metadata: { a: 'b' } }, begun, said('Because'), said(' so'), ended('0'));
    expect(record.row()).toMatchObject({
      kbid: 'k',
      event_type: 'ask',
      user_id: 'ann',
      user_type: 'sa',
      client_type: 'web',
      question: 'why?',
      answer: 'Because so',
      learning_id: 'l',
      model: 'm',
      status: 0,
      audit_metadata: { a: 'b' },
    });
  });

  it('has no answer where the context does not answer, and a failure where it broke off', () => {
    expect(recorded({}, begun, said('Sorry'), ended('-2')).row().answer).toBeNull();
    const broken = recorded({}, begun, said('Bec'));
    broken.failed();
    expect(broken.row()).toMatchObject({ answer: 'Bec', status: -1 });
  });

  it('is nothing before the first value', () => {
    expect(recorded({}).hasBegun).toBe(false);
  });

  it('keeps texts and the newest turns within bounds', () => {
    const turn = (text: string) => ({ author: 'USER', text });
    const context = [turn('old'.repeat(10_000)), turn('x'.repeat(30_000))];
    const { answer, chat_history: history } = recorded(
      { context, chat_history: [turn('new')] },
      ...[begun, said('y'.repeat(30_000)), said('y'.repeat(30_000))],
    ).row();
    expect(answer).toHaveLength(40_000);
    expect(history?.map(({ text }) => text.slice(0, 3))).toEqual(['xxx', 'new']);
  });
});
