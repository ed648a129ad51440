import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BusServer, connectBus } from '@lectern/bus';
import {
  findUsagePosition,
  forgetUsageJournal,
  recordUsage,
  resolveAccount,
  resolveUser,
} from '@lectern/contracts/accounts';
import { systemPrincipal } from '@lectern/contracts/core';
import {
  addVectorset,
  alignNames,
  clearAugmentations,
  getKvSchema,
  createResource,
  deleteResource,
  deleteVectorset,
  listAlignableNames,
  listAugmentedResources,
  listChanges,
  listVectorsets,
  noteQuotaUse,
  promoteVectorset,
  putAugmentations,
  readAugmentableFields,
  readBoxVectorsets,
  readMessages,
  readModelUse,
  readNuaClientWebhook,
  readQuota,
  readResources,
  readRetrievalSettings,
  streamTrainset,
  resourceProgressed,
  returnQuota,
  setVectorsetFilling,
  takeQuota,
} from '@lectern/contracts/knowledge-box';
import { compileFilter, recordActivity } from '@lectern/contracts/search';
import { understandingOperations } from '@lectern/contracts/understanding';
import { accepts, describeUnless, findProgram, SpawnedServer } from '@lectern/testing';
import { connect } from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import { busDuties, natsAccount, passwordVariable, permissionsOf } from '../generators/nats-permissions';
import { root } from '../tidy/workspace';

const found = findProgram('nats-server');
const binary = 'binary' in found ? found.binary : undefined;
const duties = busDuties(root);
const services = [...duties.keys()];
const missing = 'missing' in found ? found.missing : binary ? undefined : 'the running one has its own users';

describe('what services do on the bus', () => {
  it('leaves no operation without exactly one that handles it', () => {
    const handled = [...duties.values()].flatMap(({ handles }) => handles);
    expect(handled.toSorted()).toEqual([...new Set(handled)].sort());
    const called = new Set([...duties.values()].flatMap(({ calls }) => calls));
    expect([...called].filter((name) => !handled.includes(name))).toEqual([]);
  });

  it('lets everything that is handled be called by somebody', () => {
    const called = new Set([...duties.values()].flatMap(({ calls }) => calls));
    expect([...duties.values()].flatMap(({ handles }) => handles).filter((name) => !called.has(name))).toEqual([]);
  });

  it('lets a process be called by its id where an operation says so, by those that call it', () => {
    const none = { handles: [], standsInFor: [], calls: [], addressed: ['run.follow'], tells: [], hears: [] };
    const caller = permissionsOf('gateway', { ...none, calls: ['run.follow', 'run.list'] }, 'x');
    const handler = permissionsOf('agents', { ...none, handles: ['run.follow', 'run.list'] }, 'x');
    const addresses = (subjects: readonly string[]) => subjects.filter((subject) => subject.startsWith('x.to.'));
    expect(addresses(caller.publish)).toEqual(['x.to.*.run.follow']);
    expect(addresses(handler.subscribe)).toEqual(['x.to.*.run.follow lectern']);
    expect(addresses([...caller.subscribe, ...handler.publish])).toEqual([]);
  });

  it('keeps models to one service, which asks others only for what it must know and says what it answered, and what is internal from the gateway', () => {
    expect(duties.get('understanding')).toMatchObject({
      calls: [
        resolveAccount.name,
        forgetUsageJournal.name,
        findUsagePosition.name,
        recordUsage.name,
        alignNames.name,
        clearAugmentations.name,
        readAugmentableFields.name,
        listAlignableNames.name,
        putAugmentations.name,
        listAugmentedResources.name,
        listChanges.name,
        getKvSchema.name,
        readMessages.name,
        readNuaClientWebhook.name,
        noteQuotaUse.name,
        readQuota.name,
        returnQuota.name,
        takeQuota.name,
        createResource.name,
        deleteResource.name,
        readResources.name,
        readRetrievalSettings.name,
        streamTrainset.name,
        addVectorset.name,
        deleteVectorset.name,
        setVectorsetFilling.name,
        listVectorsets.name,
        readModelUse.name,
        promoteVectorset.name,
        readBoxVectorsets.name,
        recordActivity.name,
        compileFilter.name,
      ],
      tells: [],
      hears: [resourceProgressed.name],
    });
    const internal = new Set(understandingOperations.filter(({ http }) => !http).map(({ name }) => name));
    expect(duties.get('gateway')?.calls.filter((name) => internal.has(name))).toEqual([]);
    expect(internal.size).toBeGreaterThan(3);
  });
});

describeUnless(missing, 'nats-server with the permissions of services', () => {
  let server: SpawnedServer;
  let url: string;
  const passwords = Object.fromEntries(services.map((service) => [passwordVariable(service), `of-${service}`]));
  const ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // Refusals are logged, too.
    Logger.overrideLogger(false);
    server = await SpawnedServer.start(async ({ folder, port }) => {
      await copyFile(join(root, 'deploy/nats/nats-server.conf'), join(folder, 'nats-server.conf'));
      await writeFile(join(folder, 'account.conf'), natsAccount(root));
      url = `nats://127.0.0.1:${port}`;
      return {
        name: 'nats-server',
        command: binary ?? '',
        // Its own monitoring port, which others may use, too.
        args: ['-a', '127.0.0.1', '-p', String(port), '-m', '0', '-c', join(folder, 'nats-server.conf')],
        env: { NATS_SERVER_NAME: 'test', ...passwords },
        isReady: () => accepts(port),
        startTimeoutMs: 10_000,
      };
    });
  });

  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });

  afterAll(() => server.stop());

  async function busOf(service: string) {
    const bus = await connectBus({
      NATS_URL: url,
      NATS_USER: service,
      NATS_PASSWORD: `of-${service}`,
      NATS_TOKEN: undefined,
      BUS_FREEZES: false,
      NATS_SUBJECT_PREFIX: 'lectern',
    });
    ends.push(() => bus.close());
    return bus;
  }

  /** A service that answers all of its operations with its name, by default. */
  async function serving(
    service: string,
    { handles = duties.get(service)?.handles ?? [], answer = async (): Promise<unknown> => service } = {},
  ) {
    const server = new BusServer(await busOf(service));
    const { addressed = [] } = duties.get(service) ?? {};
    for (const name of handles) server.addHandler(name, answer, false, { addressed: addressed.includes(name) });
    for (const name of duties.get(service)?.hears ?? []) server.addHandler(name, async () => undefined, true);
    await server.serve();
    return server.bus;
  }

  async function socketOf(service: string) {
    const connection = await connect({ servers: url, user: service, pass: `of-${service}` });
    ends.push(() => connection.close());
    return connection;
  }

  it('lets every service take all its calls and ask all that it asks', async () => {
    const buses = new Map<string, Awaited<ReturnType<typeof serving>>>();
    for (const service of services) buses.set(service, await serving(service));
    for (const [service, { calls, addressed }] of duties)
      for (const name of calls) {
        const handler = [...duties].find(([, { handles }]) => handles.includes(name))?.[0];
        const operation = { name, summary: '', deadlineMs: 2_000 };
        const answer = buses.get(service)?.request(operation, {}, { principal: systemPrincipal });
        await expect(answer).resolves.toBe(handler);
        if (!addressed.includes(name)) continue;
        const to = buses.get(handler ?? '')?.process;
        const there = buses
          .get(service)
          ?.request({ ...operation, addressed: true }, {}, { principal: systemPrincipal, to });
        await expect(there).resolves.toBe(handler);
      }
  });

  it('lets the gateway of a zone take the calls of an accounts service that is elsewhere', async () => {
    await serving('gateway', { handles: duties.get('gateway')?.standsInFor ?? [] });
    const asking = await busOf('knowledge-box');
    const answer = asking.request(resolveUser, { body: { kind: 'user', id: 'u' } }, { principal: systemPrincipal });
    await expect(answer).resolves.toBe('gateway');
  });

  it('starts no service that would take the calls of another', async () => {
    await expect(serving('search', { handles: ['kb.resource.get'] })).rejects.toThrow(/permission.*kb\.resource\.get/i);
  });

  it('does not carry calls that a service has no business with', async () => {
    let deleted = 0;
    await serving('knowledge-box', { answer: async () => void deleted++ });
    const search = await busOf('search');
    const operation = { ...deleteResource, deadlineMs: 300 };
    const options = { principal: systemPrincipal };
    await expect(search.request(operation, {}, options)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(deleted).toBe(0);
    const gateway = await busOf('gateway');
    await gateway.request(deleteResource, {}, options);
    expect(deleted).toBe(1);
  });

  it.each([
    ['the answers to another', 'lectern.in.gateway.>'],
    ['the answers to all', 'lectern.in.>'],
    ['calls beside their handler', 'lectern.op.search.find.post'],
    ['everything', '>'],
  ])('lets no service read %s', async (_, subject) => {
    const connection = await socketOf('search');
    const refused = Promise.withResolvers<Error | null>();
    connection.subscribe(subject, { callback: (error) => refused.resolve(error) });
    await connection.flush();
    expect(String(await refused.promise)).toMatch(/permissions violation/i);
  });

  it('knows nobody without a password', async () => {
    await expect(connect({ servers: url, reconnect: false })).rejects.toThrow(/authorization/i);
    await expect(connect({ servers: url, user: 'search', pass: 'of-gateway' })).rejects.toThrow(/authorization/i);
  });
});
