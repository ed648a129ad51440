import { randomUUID } from 'node:crypto';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { ActivityQuery, type ActivityRow, AskRequest, FeedbackPayload } from '@lectern/contracts/search';
import { type ActivityProcess, type ActivityWorld, activityWorld } from '../../fixtures/activity-world';
import { AskRecording } from '../record/ask-recording';

const principal = { ...systemPrincipal, kind: 'user' as const, id: 'u1', label: '=ann' };
const never = new AbortController().signal;

describe('feedback', () => {
  let world: ActivityWorld;
  let process: ActivityProcess;
  let kbid: string;

  beforeAll(async () => {
    world = await activityWorld();
    process = world.start();
  });
  afterAll(() => world.end());
  beforeEach(() => {
    kbid = randomUUID();
  });

  function answered(learningId: string): void {
    const request = validate(AskRequest, { query: 'why?' });
    const recording = new AskRecording({ kbid, principal, client: 'api', at: new Date(), request });
    recording.value({ learningId });
    recording.value({ item: { type: 'answer', text: 'Because "so",\nI think' } });
    recording.value({ item: { type: 'status', code: '0', status: 'success' } });
    process.recorder.record(() => recording.row());
  }

  async function send(ident: string, members: object): Promise<void> {
    const payload = validate(FeedbackPayload, { ident, good: true, task: 'CHAT', ...members });
    await process.feedback.send(kbid, payload, { principal, client: 'web' });
  }

  async function rows(filters: object = {}): Promise<ActivityRow[]> {
    expect(await process.recorder.flush()).toBe(true);
    const show = ['feedback_good', 'feedback_comment', 'feedback_good_all', 'feedback_good_any', 'feedback'];
    const query = validate(ActivityQuery, { year_month: new Date().toISOString().slice(0, 7), filters, show });
    const found: ActivityRow[] = [];
    for await (const { row } of world.activity.query({ kbid, event_type: 'chat' }, query)) if (row) found.push(row);
    return found;
  }

  async function exported(month?: string): Promise<string> {
    let text = '';
    for await (const piece of process.feedback.export(kbid, month, never)) text += piece.text;
    return text;
  }

  it.each([
    ['before its answer, in the same write', async () => [await send('a', { feedback: 'hm' }), answered('a')]],
    ['after it, in the same write', async () => [answered('a'), await send('a', { feedback: 'hm' })]],
    ['before it, in an earlier write', async () => [await send('a', { feedback: 'hm' }), await rows(), answered('a')]],
    ['after it, in a later write', async () => [answered('a'), await rows(), await send('a', { feedback: 'hm' })]],
  ])('shows in the row of its answer when it comes %s', async (_, happens) => {
    await happens();
    expect(await rows()).toEqual([
      {
        id: expect.any(Number),
        feedback_good: true,
        feedback_comment: 'hm',
        feedback_good_all: true,
        feedback_good_any: true,
        feedback: [{ date: expect.any(String), good: true, feedback: 'hm', text_block_id: null, task: 'CHAT' }],
      },
    ]);
  });

  it('counts with the newest on the answer, and all of it with all and any', async () => {
    answered('a');
    await send('a', { good: true, feedback: 'nice' });
    await send('a', { good: false });
    await send('a', { good: true, text_block_id: 'p' });
    expect(await rows()).toMatchObject([
      { feedback_good: false, feedback_comment: 'nice', feedback_good_all: false, feedback_good_any: true },
    ]);
    expect(await rows({ feedback_good: { eq: false } })).toHaveLength(1);
    expect(await rows({ feedback_good_all: { eq: true } })).toEqual([]);
  });

  it('is no feedback on other answers, nor on one of another box', async () => {
    answered('a');
    await send('b', {});
    const own = kbid;
    kbid = randomUUID();
    await send('a', {});
    kbid = own;
    expect(await rows({ feedback_good: { isnull: true } })).toHaveLength(1);
  });

  it('is exported as CSV with its question, also without one, and by month', async () => {
    answered('a');
    await send('a', { feedback: 'good, "very"' });
    await send('b', { good: false, text_block_id: 'p' });
    await rows();
    const month = new Date().toISOString().slice(0, 7);
    const [head, first, second, ...rest] = (await exported(month)).split('\r\n');
    expect(head).toBe(
      'id,date,learning_id,task,good,feedback,text_block_id,user_id,user_type,client_type,question,answer,model,status',
    );
    expect(first).toMatch(/,a,CHAT,true,"good, ""very""",,'=ann,user,web,why\?,"Because ""so"",\nI think",,0$/);
    expect(second).toMatch(/,b,CHAT,false,,p,'=ann,user,web,,,,$/);
    expect(rest).toEqual(['']);
    expect(await exported()).toBe(await exported(month));
    expect((await exported('2020-01')).split('\r\n')).toHaveLength(2);
  });

  it('goes with its box, and comes back no more', async () => {
    answered('a');
    await send('a', {});
    await rows();
    await world.retention.purge(kbid, never);
    await send('a', {});
    expect(await rows()).toEqual([]);
    expect((await exported()).split('\r\n')).toHaveLength(2);
  });
});
