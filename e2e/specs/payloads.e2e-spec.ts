import type { Sent } from '@lectern/client';
import {
  createKvSchema,
  type CreateResourcePayload,
  deleteAccountKnowledgeBox,
  modifyResource,
  ModifyResourcePayload,
} from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import type { Answer, KnowledgeBoxClient } from '../harness/client';
import { changedBy, createdFrom, type Expected } from '../harness/expected-resource';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { differences, readingOf } from '../harness/resource-reading';
import { changes, newResources, schemas } from '../harness/right-payloads';
import { printedSeed } from '../harness/seeded-random';
import { wrongMembers } from '../harness/wrong-values';

/** Resources, each with up to three payloads. */
const CASES = Number(process.env['PAYLOAD_CASES'] ?? 150);
/** With more of them there is more time. */
const BOUND_MS = Math.max(20_000, CASES * 200);
const CHANGES_MAX = 2;

/** Values that the declaration forbids, and values that only the rules forbid. */
const refused = fc.oneof(
  fc.constantFrom(...wrongMembers(ModifyResourcePayload).map(({ value }) => Object(value))),
  fc.constantFrom<object>(
    { slug: 'taken' },
    { key_values: { unknown: { data: {} } } },
    { key_values: { facts: { data: {} } } },
    { key_values: { facts: { data: { name: 5 } } } },
    { texts: { z: { body: '{', format: 'JSON' } } },
    { files: { z: { file: { filename: 'a', payload: '?' } } } },
    { files: { z: { file: { filename: 'a', payload: 'YQ==', md5: '0'.repeat(32) } } } },
    { conversations: { z: { messages: [{ ident: '0', content: { text: '' } }] } } },
    { conversations: { z: { messages: ['a', 'a'].map((ident) => ({ ident, content: { text: '' } })) } } },
  ),
);
type Change = Sent<ModifyResourcePayload>;

interface Life {
  readonly created: Sent<CreateResourcePayload>;
  readonly steps: readonly { readonly change: Change; readonly wrong?: object | undefined }[];
}

const step = fc.record({ change: changes, wrong: fc.option(refused, { freq: 3, nil: undefined }) });
const lives: fc.Arbitrary<Life> = fc.record({
  created: newResources,
  steps: fc.array(step, { maxLength: CHANGES_MAX }),
});
inStandalone('payloads that are made up from the declaration, %s', (mode) => {
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    for (const body of schemas) await kb.api(createKvSchema, { body });
    await kb.createResource({ slug: 'taken' });
  });
  afterAll(() => kb.api(deleteAccountKnowledgeBox));

  const send = (method: string, path: string, body: object) => kb.client.send(method, `${kb.path}${path}`, { body });
  const accepted = (answer: Answer, status: number): Answer => {
    if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const sameAs = async (expected: Expected, rid: string) => {
    expect(differences(expected, await readingOf(kb, rid))).toEqual([]);
  };

  const live = async ({ created, steps }: Life) => {
    // The interface says so.
    const { uuid: rid } = accepted(await send('POST', '/resources', created), 201).body as { uuid: string };
    const whose = { kbid: kb.id, rid };
    let expected = createdFrom(created, whose);
    try {
      await sameAs(expected, rid);
      for (const { change, wrong } of steps) {
        if (wrong) {
          const { status, body } = await send('PATCH', `/resource/${rid}`, { ...change, ...wrong });
          expect(body).toEqual({ detail: expect.anything() });
          expect([409, 422]).toContain(status);
        } else {
          await kb.api(modifyResource, { params: { rid }, body: change });
          expected = changedBy(expected, change, whose);
        }
        await sameAs(expected, rid);
      }
    } finally {
      await kb.deleteResource(rid);
    }
  };

  it(
    'are accepted and read back by the rules, or are refused and change nothing',
    async () => {
      const property = fc.asyncProperty(lives, live);
      const seed = printedSeed('of the payloads');
      await fc.assert(property, { seed, numRuns: CASES, interruptAfterTimeLimit: BOUND_MS, endOnFailure: false });
    },
    BOUND_MS * 4,
  );
});
