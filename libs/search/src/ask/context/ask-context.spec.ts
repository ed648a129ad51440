import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError, resourceOf, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  listVisibleResources,
  type ParagraphsQuery,
  readMessages,
  readParagraphs,
  readResources,
  type ResourcesQuery,
} from '@lectern/contracts/knowledge-box';
import { AskRequest } from '@lectern/contracts/search';
import { EmbeddedKeywordIndex } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import { countTokens } from '@lectern/text';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { tmpdir } from 'node:os';
import { AskRecording } from '@lectern/activity';
import { AugmentedMessages } from '../../augment/augmented-messages';
import { Degradation } from '../../degradation/degradation';
import { NamedParagraphs } from '../../hydrate/named-paragraphs';
import { BoxResources } from '../../results/box-resources';
import { nothingRanked } from '../../results/nothing-ranked';
import { findResults } from '../../results/find-results';
import { KeywordLeg } from '../../retrieval/keyword-leg';
import type { AskCall } from '../ask-call';
import { AskContext } from './ask-context';
import { ContextPictures } from './context-pictures';
import { ContextReader } from './context-reader';
import { ContextSteps } from './context-steps';
import { ConversationSteps } from './conversation-steps';
import { storedParagraph } from './stored-paragraph.fixture';

const kbid = '11111111-1111-4111-8111-111111111111';
const rids = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const visibility = { hidden: false };
const SENTENCE = 'The moon pulls the sea twice a day. ';
/** Each resource has a text field with ten paragraphs and a conversation of five messages. */
const ids = rids.flatMap((rid) => [
  ...Array.from({ length: 10 }, (_, at) => `${rid}/t/body/${at * 40}-${at * 40 + 36}`),
  ...Array.from({ length: 5 }, (_, at) => `${rid}/c/chat/m${at}/0-36`),
]);
const paragraphs = new Map(ids.map((id) => [id, storedParagraph(id, { text: `${SENTENCE}${id}` })]));
const extracted = (text: string) => ({ extracted: { text: { text, split_text: {}, deleted_splits: [] } } });
const resourceFor = (rid: string) => ({
  id: rid,
  title: 'Tides',
  summary: 'About the sea.',
  origin: { tags: ['sea'] },
  data: {
    texts: { body: extracted(SENTENCE.repeat(10)), note: extracted('A note.') },
    generics: { title: extracted('Tides') },
  },
});

const answers: Readonly<Record<string, (body: never) => object>> = {
  [listVisibleResources.name]: () => ({ rids }),
  [readResources.name]: ({ ids: asked }: ResourcesQuery) => ({
    resources: Object.fromEntries(asked.filter((rid) => rids.includes(rid)).map((rid) => [rid, resourceFor(rid)])),
  }),
  [readMessages.name]: () => ({
    messages: Array.from({ length: 5 }, (_, at) => ({
      ident: `m${at}`,
      who: 'ada',
      to: [],
      type: 'UNSET',
      timestamp: null,
      content: { text: SENTENCE, format: 'PLAIN', attachments: [], attachments_fields: [] },
    })),
  }),
  [readParagraphs.name]: ({ ids: asked, around }: ParagraphsQuery) => {
    const listOf = (id: string) =>
      ids.filter((other) => other.split('/').slice(0, -1).join() === id.split('/').slice(0, -1).join());
    const neighbours = Object.fromEntries(
      asked.map((id) => {
        const [list, at] = [listOf(id), listOf(id).indexOf(id)];
        const { before = 0, after = 0 } = around ?? {};
        return [id, { before: list.slice(Math.max(0, at - before), at), after: list.slice(at + 1, at + 1 + after) }];
      }),
    );
    const all = new Set([...asked, ...Object.values(neighbours).flatMap((one) => [...one.before, ...one.after])]);
    return { paragraphs: [...all].flatMap((id) => paragraphs.get(id) ?? []), neighbours };
  },
};

function contextWithout(lost: readonly AnyOperation[]): AskContext {
  const request = async ({ name }: AnyOperation, { body }: { body: never }) => {
    if (lost.some((operation) => operation.name === name)) throw new AppError('unavailable', 'Away');
    return answers[name]?.(body) ?? {};
  };
  const bus = Object.assign(new InProcessBus(), { request });
  const degradation = new Degradation(new Metrics());
  const keywords = new EmbeddedKeywordIndex({ folder: tmpdir(), role: 'reader', cacheSizeBytes: 2 ** 20 });
  const resources = new BoxResources(bus);
  const named = new NamedParagraphs(bus, resources, new KeywordLeg(bus, keywords, degradation));
  const reader = new ContextReader(resources, named, new AugmentedMessages(bus));
  const pictures = new ContextPictures(bus, reader);
  return new AskContext(new ContextSteps(reader), new ConversationSteps(reader), pictures, degradation);
}

async function built(
  members: object,
  { found, tokensMax = 100_000, lost = [] }: { found: readonly string[]; tokensMax?: number; lost?: AnyOperation[] },
) {
  const request = validate(AskRequest, { query: 'What pulls the sea?', ...members });
  const matches = found.flatMap((id) => {
    const paragraph = paragraphs.get(id);
    return paragraph ? [{ paragraph, score: 1, type: 'BOTH' as const, retrieved: { score: 1, legs: [] } }] : [];
  });
  const call: AskCall = {
    kbid,
    request,
    principal: systemPrincipal,
    requestId: 'r',
    signal: new AbortController().signal,
    headers: { 'x-synchronous': false, 'x-show-consumption': false, 'x-kbdb-client': 'api' },
    recording: new AskRecording({ kbid, request, principal: systemPrincipal, client: 'api', at: new Date() }),
  };
  const results = findResults({ ranked: nothingRanked(), resources: {} }, { kbid, request });
  const findings = { results, matches, resources: {}, timings: {}, visibility };
  return contextWithout(lost).build(call, findings, { tokensMax, vision: false });
}

const strategies = [
  { name: 'hierarchy', count: 50 },
  { name: 'neighbouring_paragraphs', before: 1, after: 2 },
  { name: 'field_extension', fields: ['t/note', 'a/title'] },
  { name: 'conversation', max_messages: 3 },
  { name: 'metadata_extension', types: ['origin'] },
];
const whole = [{ name: 'full_resource', count: 2, include_remaining_text_blocks: true }, ...strategies.slice(3)];

describe('the context of an answer', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('has no text twice and fits the window, whatever the strategies and their order', async () => {
    const some = fc.oneof(fc.shuffledSubarray(strategies), fc.shuffledSubarray(whole));
    const found = fc.shuffledSubarray(ids, { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(
      some,
      found,
      fc.integer({ min: 1, max: 2_000 }),
      async (chosen, of, tokensMax) => {
        const { entries, skipped } = await built(
          { rag_strategies: chosen, extra_context: ['Mine'] },
          { found: of, tokensMax },
        );
        const keys = entries.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        expect(entries.reduce((sum, { text }) => sum + countTokens(text), 0)).toBeLessThanOrEqual(tokensMax);
        expect(keys[0]).toBe('USER_CONTEXT_0');
        expect(skipped).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('does not depend on the order in which strategies are named', async () => {
    const found = [ids[3] ?? '', ids[12] ?? ''];
    const [one, other] = await Promise.all(
      [strategies, [...strategies].reverse()].map((rag_strategies) => built({ rag_strategies }, { found })),
    );
    expect(one?.entries).toEqual(other?.entries);
  });

  it.each([
    ['neighbouring_paragraphs', readParagraphs, strategies.slice(1, 2)],
    ['hierarchy', readParagraphs, strategies.slice(0, 1)],
    ['field_extension', readResources, strategies.slice(2, 3)],
    ['metadata_extension', readResources, strategies.slice(4)],
    ['full_resource', readResources, whole.slice(0, 1)],
    ['conversation', readMessages, strategies.slice(3, 4)],
    ['messages', readMessages, []],
  ])('goes on without %s when what it needs cannot be read', async (name, operation, rag_strategies) => {
    const isOfMessages = operation === readMessages;
    const found = isOfMessages ? [`${rids[0]}/c/chat/m1/0-36`, ids[0] ?? ''] : [ids[0] ?? ''];
    const { entries, skipped, timings } = await built({ rag_strategies }, { found, lost: [operation] });
    expect(entries.map(({ key }) => key)).toEqual(found);
    expect(skipped).toEqual([name]);
    expect(timings).toHaveProperty(`context_${name}`);
  });

  it('has nothing of resources that are gone meanwhile', async () => {
    const gone = storedParagraph(`${'d'.repeat(32)}/t/body/0-36`);
    paragraphs.set(gone.id, gone);
    const { entries } = await built(
      { rag_strategies: [{ name: 'full_resource' }] },
      { found: [gone.id, ids[0] ?? ''] },
    );
    expect(entries.some(({ key }) => resourceOf(key) === gone.rid)).toBe(false);
    expect(entries.some(({ key }) => resourceOf(key) === rids[0])).toBe(true);
  });
});
