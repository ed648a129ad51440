import { type Constructor, isBetweenHosts, shapeOf, type Violation } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { type HttpOperation, httpOperations } from '@lectern/gateway';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';
import { type WrongValue, wrongMembers, wrongValues } from '../harness/wrong-values';

const CONNECTIONS = 4;
/** Clients do not send wrong ones. */
const OF_HTTP = new Set(['content-length', 'transfer-encoding']);

const routes = httpOperations(allOperations, ['zone', 'accounts']).filter(
  // Messages of other protocols are refused in their own form, and forms have files.
  (operation) =>
    !isBetweenHosts(operation) &&
    mayBeCalledByUsers(operation) &&
    operation.http.refusal === undefined &&
    operation.http.bodyKind !== 'file-form',
);
const cases = routes.flatMap((operation) => {
  const wrong = wrongRequests(operation);
  return wrong.length > 0 ? [{ name: operation.name, operation, wrong }] : [];
});
interface Wrong extends WrongValue {
  readonly in: 'query' | 'header' | 'body';
}

function mayBeCalledByUsers({ policy }: HttpOperation): boolean {
  return policy.credentials.includes('user');
}

/** Requests of an operation that its declaration forbids, as far as they can be written down. */
function wrongRequests({ query, headers, body, http }: HttpOperation): readonly Wrong[] {
  const named = (place: 'query' | 'header', type: Constructor): readonly Wrong[] =>
    shapeOf(type)
      .members.filter(({ name }) => !OF_HTTP.has(name))
      .flatMap(({ name, node }) =>
        wrongValues(node, true)
          .filter(
            ({ value }) => ['string', 'number'].includes(typeof value) && value !== '' && String(value).length < 8_000,
          )
          .map((wrong) => ({ ...wrong, in: place, loc: [name, ...wrong.loc] })),
      );
  return [
    ...(query ? named('query', query) : []),
    ...(headers ? named('header', headers) : []),
    ...(body && http.bodyKind !== 'upload' ? wrongMembers(body).map((one) => ({ ...one, in: 'body' as const })) : []),
  ];
}

inStandalone('values that a declaration forbids, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  let agent: KnowledgeBoxClient;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    agent = await kb.client.createKnowledgeBox({ mode: 'agent' });
    rid = await kb.createResource({ slug: 'bounded', texts: { a: { body: 'A weir.' } } }, { wait: 'searchable' });
  });

  /** The fault of the answer, or undefined. */
  const complaint = async (operation: HttpOperation, wrong: Wrong): Promise<string | undefined> => {
    const { method, path } = operation.http;
    const names: Record<string, string> = {
      kbid: kb.id,
      account: kb.account,
      rid,
      rslug: 'bounded',
      field_type: 'text',
      model_id: kb.id,
      dataset_id: kb.id,
      set_id: kb.id,
      run_id: kb.id,
      policy_id: kb.id,
      agent_id: agent.id,
      driver_id: kb.id,
      module_id: kb.id,
      workflow_id: 'default',
      session: 'ephemeral',
    };
    const place = path.replace(/\{(\w+)\*?\}/g, (_, name: string) => names[name] ?? 'a');
    const [name = ''] = wrong.loc;
    const text = encodeURIComponent(String(wrong.value));
    const { status, body } = await kb.client.send(method, wrong.in === 'query' ? `${place}?${name}=${text}` : place, {
      ...(wrong.in === 'header' && { headers: { [name]: text } }),
      ...(wrong.in === 'body' && { body: wrong.value }),
    });
    // The envelope of every refusal.
    const { detail } = body as { detail: unknown };
    const violations = Array.isArray(detail) ? (detail as Violation[]) : []; // as above
    const loc = [wrong.in, ...wrong.loc].join('.');
    const isNamed = violations.some((one) => one.loc.join('.') === loc && wrong.types.includes(one.type));
    if (status === 422 && isNamed) return undefined;
    const sent = JSON.stringify(wrong.value).slice(0, 60);
    return `${loc} = ${sent} should be ${wrong.types.join(' or ')}: ${status} ${JSON.stringify(detail)?.slice(0, 200)}`;
  };

  it.each(cases)('are refused by name, $name', async ({ operation, wrong }) => {
    const complaints: string[] = [];
    await inParallel(wrong, CONNECTIONS, async (one) => {
      const found = await complaint(operation, one);
      if (found) complaints.push(found);
    });
    expect(complaints).toEqual([]);
  });
});
