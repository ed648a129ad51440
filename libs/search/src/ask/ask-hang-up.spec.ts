import type { UsageMeter, UsageQuota } from '@lectern/usage';
import { InProcessBus } from '@lectern/bus';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { AskHeaders, AskRequest, type AskValue } from '@lectern/contracts/search';
import type { GeneratedValue } from '@lectern/contracts/understanding';
import { ActivityRecorder } from '@lectern/activity';
import { findResults } from '../results/find-results';
import { nothingRanked } from '../results/nothing-ranked';
import type { AskFindings, AskRetrieval } from './ask-retrieval';
import type { AskPrompts } from './ask-prompts';
import { AskService } from './ask.service';
import { RecordedAsks } from './recorded-asks';
import type { AskTraceRecorder } from '../../../activity/src/trace/ask-trace-recorder';
import type { Rephrasing } from './rephrasing';

const request = validate(AskRequest, {
  query: 'Why?',
  features: ['keyword', 'relations'],
  reasoning: true,
  citations: true,
  debug: true,
});
const results = findResults({ ranked: nothingRanked(), resources: {} }, { kbid: 'box', request });
const matches = [{ paragraph: { id: 'r/t/a/0-9', rid: 'r', field: 't/a', text: 'Because' } }];
// Results of the stages before the answer.
const findings = {
  results,
  matches,
  prequeries: { other: results },
  resources: {},
  timings: {},
} as unknown as AskFindings;
const generation: readonly GeneratedValue[] = [
  { type: 'reasoning', text: 'Hm.' },
  ...['Because ', 'so.'].map((text) => ({ type: 'text' as const, text })),
  { type: 'object', object: { so: true } },
  { type: 'citations', citations: {} },
  { type: 'meta', inputTokens: 1, outputTokens: 1, firstChunkS: 0, totalS: 0, model: 'm' },
  { type: 'status', code: '0' },
];

/** A question that counts its running generations and its records. */
function asking() {
  const open = { generations: 0, recorded: 0 };
  const stream = async function* () {
    open.generations += 1;
    try {
      yield* generation;
    } finally {
      open.generations -= 1;
    }
  };
  const retrieval = {
    configured: async (call: unknown) => call,
    retrieve: async () => findings,
    relationsOf: async () => ({ entities: {} }),
  };
  const prompt = { kbid: 'box', question: 'Why?', context: [], history: [], citations: 'default' };
  const prepared = { prompt, findings, generator: { id: 'm' }, entries: [], images: [] };
  const prompts = { generatorOf: async () => prepared.generator, prepare: async () => prepared };
  // Only the members that an answer calls.
  const service = new AskService(
    Object.assign(new InProcessBus(), { stream }),
    retrieval as unknown as AskRetrieval,
    prompts as unknown as AskPrompts,
    { rephrase: async () => ({ history: [] }) } as unknown as Rephrasing,
  );
  const record = () => void (open.recorded += 1);
  const recorder = { record } as unknown as ActivityRecorder;
  const meter = { countFor: () => undefined } as unknown as UsageMeter;
  const quota = { hold: async () => ({ keep: () => undefined, giveBack: () => undefined }) } as unknown as UsageQuota;
  const asks = new RecordedAsks(service, recorder, { isOn: false } as unknown as AskTraceRecorder, meter, quota);
  const headers = validate(AskHeaders, { 'x-show-consumption': 'true' });
  const ask = (signal: AbortSignal): AsyncGenerator<AskValue> =>
    asks.ask({ kbid: 'box', request, headers, principal: systemPrincipal, signal, requestId: 'r' });
  return { ask, open };
}

const whole = ['answer', 'reasoning', 'answer_json', 'retrieval', 'prequeries', 'status', 'augmented_context'];
const last = ['citations', 'metadata', 'consumption', 'relations', 'debug'];

describe('who hangs up on an answer', () => {
  it('may do so at every item: no part of it continues', async () => {
    const { ask, open } = asking();
    const types: string[] = [];
    for await (const { item } of ask(new AbortController().signal)) if (item) types.push(item.type);
    expect([...new Set(types)].sort()).toEqual([...whole, ...last].sort());
    for (let kept = 1; kept <= types.length; kept += 1) {
      const hangingUp = new AbortController();
      let read = 0;
      for await (const { item } of ask(hangingUp.signal)) if (item && ++read === kept) break;
      hangingUp.abort();
      expect([read, open.generations]).toEqual([kept, 0]);
    }
    expect(open.recorded).toBe(types.length + 1);
  });

  it('may do so before the first', async () => {
    const { ask, open } = asking();
    const answer = ask(new AbortController().signal);
    await answer.next();
    expect(open.generations).toBe(1);
    await answer.return(undefined);
    expect(open.generations).toBe(0);
  });
});
