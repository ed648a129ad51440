import { type AnyOperation, doorsOf, endpointsOf, needsRoom, type TaskDefinition } from '@lectern/contracts/core';
import { callAgentMcp } from '@lectern/contracts/agents';
import { modifyResource } from '@lectern/contracts/knowledge-box';
import { allOperations } from '@lectern/contracts/operations';
import { busDuties } from './generators/nats-permissions';
import { join } from 'node:path';
import { entriesOf, root } from './tidy/workspace';

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'name' in value && 'summary' in value && 'deadlineMs' in value;
}

function isTask(value: unknown): value is TaskDefinition<unknown> {
  return typeof value === 'object' && value !== null && 'attemptsMax' in value && 'timeoutMs' in value;
}

/** Also the members of exported objects, such as the operations on modules of one kind. */
const exportedValues = () =>
  entriesOf('contracts')
    .flatMap((entry): unknown[] => Object.values(require(join(root, entry))))
    .flatMap((value) => [value, ...(isGroup(value) ? Object.values(value) : [])]);

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOperation(value) && !isTask(value);
}

/** Reads by POST, questions, sign-ins, and what keeps a row of fixed size for a while: none stores content. */
const storesNothing = [
  /^accounts\.(account|credential|scim-token|user)\.(resolve|verify|names)$/,
  'accounts.access-change.list',
  /^accounts\.(challenge|oauth|oauth-client)\./,
  /^accounts\.(saml\.(consume|exchange)|sign-in-provider\.complete)$/,
  /^accounts\.(member\.join|session\.(end|open)|zone\.announce)$/,
  /^accounts\.usage\.(record|position|forget)$/,
  /^kb\.former-account\.(purge|remove-members)$/,
  'agents.mcp.call-box',
  'agents.timeline.replay',
  /^kb\.catalog\./,
  /^kb\.(deletion\.verify|trainset\.stream|knowledge-box\.index)$/,
  /^kb\.(agent-session-key|ephemeral-token|temporal-key)\.create/,
  /^search\.(activity\.query|augment|feedback\.send|find|hydrate|remi|retrieve|search|suggest|summarize)\b/,
  /^search\.(ask|graph)\./,
  /^understanding\.(predict|proxy)\./,
  /^understanding\.processing\.(pull|extend-pull)$/,
  'understanding.agents.run-on-resource',
];

describe('operations', () => {
  it('are each in the array of one service', () => {
    const exported = [...new Set(exportedValues())].filter(isOperation);
    expect(allOperations.map(({ name }) => name).toSorted()).toEqual(exported.map(({ name }) => name).toSorted());
  });

  it('have names of their own', () => {
    expect(new Set(allOperations.map(({ name }) => name)).size).toBe(allOperations.length);
  });

  it('have separate paths, each under another name', () => {
    const endpoints = allOperations
      .flatMap(doorsOf)
      // Left out where the other host is served, too.
      .filter(({ http }) => http?.givesWayTo === undefined)
      .flatMap(({ door, http }) =>
        endpointsOf({ name: door, http }).map(({ id, path }) => [id, `${http?.method} ${path}`] as const),
      );
    expect(new Set(endpoints.map(([id]) => id)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(([, route]) => route)).size).toBe(endpoints.length);
  });

  it('have exactly one handler, unless they refuse everyone', () => {
    const handled = [...busDuties(root).values()].flatMap(({ handles }) => handles);
    const answered = allOperations.filter(({ refuses }) => refuses === undefined);
    expect(handled.toSorted()).toEqual(answered.map(({ name }) => name).toSorted());
  });

  it('that search or have a model answer limit how many of them run', () => {
    const costly = allOperations.filter(
      ({ name, feature }) => name.startsWith('search.') && (feature === 'search' || feature === 'generative'),
    );
    expect(costly.length).toBeGreaterThan(10);
    // It adds a task, of which few run.
    const unlimited = costly.filter(({ lane }) => lane === undefined).map(({ name }) => name);
    expect(unlimited).toEqual(['search.evaluation-run.start']);
  });

  it('that list resources by conditions limit how many of them run', () => {
    const listing = allOperations.filter(({ name }) => /^kb\.(catalog|resource\.list|entities-group)\b/.test(name));
    expect(listing.map(({ lane }) => lane)).toEqual(listing.map(() => 'list'));
    expect(listing).toHaveLength(5);
  });

  it('that limit how many of them run are called by clients and agents: no call waits for a place while it holds one', () => {
    const limited = new Set(allOperations.filter(({ lane }) => lane !== undefined).map(({ name }) => name));
    expect([...limited].filter((name) => name.startsWith('agents.'))).toEqual([]);
    const callers = [...busDuties(root)].filter(([service]) => service !== 'gateway' && service !== 'agents');
    const called = callers.flatMap(([, { calls }]) => calls);
    expect(called.length).toBeGreaterThan(20);
    expect(called.filter((name) => limited.has(name))).toEqual([]);
  });

  it('that limit how many of them run are on a knowledge box, which takes turns with others', () => {
    const limited = allOperations.filter(({ lane }) => lane !== undefined);
    expect(limited.filter(({ http }) => !String(http?.path).includes('{kbid}'))).toEqual([]);
  });

  it('that write are refused on a nearly full disk, unless they delete, take rights away, or store no content', () => {
    const writing = allOperations.filter(
      ({ http, refuses }) => http && !refuses && ['POST', 'PUT', 'PATCH'].includes(http.method),
    );
    const passing = writing.filter((operation) => !needsRoom(operation));
    const unclassified = passing.filter(
      ({ name, worksWithoutRoom }) => !worksWithoutRoom && !storesNothing.some((one) => name.match(one)),
    );
    expect(unclassified.map(({ name }) => name)).toEqual([]);
    expect(
      passing
        .filter(({ worksWithoutRoom }) => worksWithoutRoom)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'accounts.account.manage',
      'accounts.account.modify',
      'accounts.account.set-blocking',
      'accounts.audit.report',
      'accounts.group.update-members',
      'accounts.managed-member.modify',
      'accounts.member.update',
      'accounts.password.logout',
      'accounts.scim-group.patch',
      'accounts.scim-user.patch',
      'accounts.sealed-keys.reseal',
      'agents.sealed-keys.reseal',
      'kb.blob.sweep',
      'kb.knowledge-box.modify',
      'kb.nua-client.modify',
      'kb.nua-client.renew-key',
      'kb.sealed-keys.reseal',
      'kb.task.replay',
      'kb.user.update',
      'understanding.agent-task.stop',
      'understanding.dataset-task.stop',
      'understanding.sealed-keys.reseal',
    ]);
    expect(writing.filter(needsRoom).length).toBeGreaterThan(50);
  });

  it('that restrict a resource, or answer a question, and do nothing else work on a nearly full disk', () => {
    const partly = allOperations.filter(({ worksWithoutRoom }) => typeof worksWithoutRoom === 'object');
    // Runs do not end without what users answer.
    expect(partly).toEqual([modifyResource, callAgentMcp]);
    const restricting = { security: { access_groups: ['legal'] }, hidden: true, texts: {}, summary: null };
    const adding = { ...restricting, texts: { a: { body: 'New text' } } };
    expect([restricting, adding].map((body) => needsRoom(modifyResource, body))).toEqual([false, true]);
  });

  it('that read or delete work on a nearly full disk', () => {
    const others = allOperations.filter(({ http }) => http && ['GET', 'HEAD', 'DELETE'].includes(http.method));
    expect(others.length).toBeGreaterThan(100);
    // A page of a browser that opens it begins something.
    expect(others.filter(needsRoom).map(({ name }) => name)).toEqual(['understanding.assumed-role.start']);
  });
});

describe('tasks', () => {
  it('that remove work on a nearly full disk, and all that add content wait for room', () => {
    const tasks = [...new Set(exportedValues())].filter(isTask);
    const working = tasks.filter(({ worksWithoutRoom }) => worksWithoutRoom).map(({ name }) => name);
    const removing = tasks.map(({ name }) => name).filter((name) => /^(purge|remove)/.test(name));
    expect(removing.length).toBeGreaterThan(4);
    // The removal from indexes is a case of their update, a webhook stores nothing, and some acts take rights away.
    const others = [
      'deliverAgentTrigger',
      'deliverScheduleResult',
      'deliverWebhook',
      'findUnnamedBlobs',
      'reportAct',
      'updateIndexedResource',
    ];
    expect(working.toSorted()).toEqual([...removing, ...others].toSorted());
  });
});
