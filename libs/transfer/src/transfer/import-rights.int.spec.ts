import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AppError,
  dataRolesOf,
  isGranted,
  type KnowledgeBoxRole,
  knowledgeBoxRoles,
  type Role,
} from '@lectern/contracts/core';
import { startImport } from '@lectern/contracts/knowledge-box';
import { describeModels } from '@lectern/contracts/understanding';
import { resolveUser } from '@lectern/contracts/accounts';
import { type ImportCaller } from './import.entity';
import {
  KvSchemaRepository,
  LabelsetRepository,
  SearchConfigurationRepository,
  SynonymsRepository,
} from '@lectern/knowledge-box';
import { findEntityRenames, keepEntityRenames, VectorsetRepository } from '@lectern/resource-store';
import { KnowledgeBoxUserRepository, ServiceAccountRepository } from '@lectern/access';
import { itemsIn, jsonItem, writeItems } from '../../fixtures/transfer-file';
import { run, TransferWorld } from '../../fixtures/transfer-world';
import { Handlers } from '../../../bus/src/handlers';
import { recordOwners, vectorsetOwner } from './record-owners';

const ADA = '00000000-0000-4000-8000-0000000000ad';
const rid = 'ab'.repeat(16);
const strategy = { id: randomUUID(), kind: 'extract', config: { name: 'own' } };
const kinds = ['LAB', 'SYN', 'REN', 'KVS', 'CFG', 'STR', 'EVA', 'RES'] as const;

describe('An import', () => {
  const users = new KnowledgeBoxUserRepository();
  const serviceAccounts = new ServiceAccountRepository();
  const vectorsets = new VectorsetRepository();
  const parts = {
    LAB: new LabelsetRepository(),
    SYN: new SynonymsRepository(),
    KVS: new KvSchemaRepository(),
    CFG: new SearchConfigurationRepository(),
  };
  let world: TransferWorld;
  let file: { readonly blobKey: string; readonly sizeBytes: number };
  let target: string;
  /** Membership of every user according to the accounts host. */
  let membership: 'AOWNER' | 'AMEMBER' | undefined;
  let areAccountsAway = false;

  const inBox = <T>(work: Parameters<typeof world.index.transactions.run<T>>[0]) => world.index.transactions.run(work);

  beforeAll(async () => {
    world = await TransferWorld.start();
    const handlers = new Handlers();
    const models = { embedders: [], embedder: { id: 'default', dimensions: 2 } };
    handlers.handle(describeModels.name, { handle: async () => models, stream: false });
    const memberships = async () => {
      if (areAccountsAway) throw new AppError('unavailable', 'away');
      const [{ account }] = await world.index.dataSource.query('SELECT account FROM knowledge_boxes WHERE id = $1', [
        target,
      ]);
      return { type: 'USER', accounts: membership ? [{ id: account, slug: 'a', role: membership }] : [] };
    };
    handlers.handle(resolveUser.name, { handle: memberships, stream: false });
    await world.bus.serve(handlers);
    file = await wholeFile();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    target = await world.index.newBox();
    world.strategies.length = 0;
    membership = undefined;
    areAccountsAway = false;
  });

  /** One record of each kind. */
  async function wholeFile() {
    const kbid = await world.index.newBox();
    const labelset = {
      id: 'animals',
      title: 'Animals',
      color: 'blue',
      multiple: true,
      kind: ['RESOURCES' as const],
      labels: [],
    };
    await inBox((tx) => parts.LAB.put({ kbid, ...labelset }, tx));
    await inBox((tx) => parts.SYN.put({ kbid, synonyms: { ibex: ['goat'] } }, tx));
    await inBox((tx) => keepEntityRenames(kbid, [{ group: 'ORG', from: 'ACME', to: 'Acme' }], tx));
    await inBox((tx) => parts.KVS.insert({ kbid, id: 'tour', description: '', fields: [] }, tx));
    await inBox((tx) => parts.CFG.insert({ kbid, name: 'few', kind: 'find', config: { top_k: 3 } }, tx));
    world.questionSets.push({ kbid, title: 'Goats', questions: [{ question: 'Where?' }] });
    for (const id of ['default', 'other']) await inBox((tx) => vectorsets.ensure(kbid, { id, dimensions: 2 }, tx));
    await world.newFile(kbid, rid);
    const { blobKey } = await world.exported(kbid);
    const items = await itemsIn(world.blobs, blobKey);
    const at = items.findIndex(({ type }) => type === 'LAB');
    const given = items
      .toSpliced(at, 0, jsonItem('STR', strategy), jsonItem('SUM', 0))
      .map((item) =>
        item.type === 'END' ? jsonItem('END', { ...JSON.parse(item.payload.toString()), documents: 8 }) : item,
      );
    return writeItems(world.blobs, blobKey, given);
  }

  /** The current contents of the box, by kind. */
  async function kindsIn(box: string): Promise<string[]> {
    const page = { after: '', limit: 9 };
    const counts = await inBox(async (tx) => ({
      LAB: (await parts.LAB.list(box, page, tx)).length,
      SYN: Object.keys(await parts.SYN.read(box, tx)).length,
      REN: (await findEntityRenames(box, tx)).renames.length,
      KVS: (await parts.KVS.list(box, tx)).length,
      CFG: (await parts.CFG.list(box, page, tx)).length,
      STR: world.strategies.length,
      EVA: world.questionSets.filter((set) => set.kbid === box).length,
      RES: (await world.index.dataSource.query('SELECT FROM resources WHERE kbid = $1', [box])).length,
    }));
    return kinds.filter((kind) => counts[kind] > 0);
  }

  async function importedBy(caller: ImportCaller) {
    const key = await world.newImport(target, file, { caller });
    await world.importTask.run(key, run());
    return world.importOf(key);
  }

  const user = (roles: readonly Role[]): ImportCaller => ({ kind: 'user', id: ADA, roles });
  const rolesOf = (role: KnowledgeBoxRole): readonly Role[] => [role, ...dataRolesOf[role]];
  const grant = (role: KnowledgeBoxRole) => inBox((tx) => users.put(target, [{ userId: ADA, role }], tx));
  const allowed = (roles: readonly Role[]) =>
    kinds.filter((kind) => isGranted(recordOwners[kind].operation.policy ?? { role: 'ROOT' }, roles));
  const writing = knowledgeBoxRoles.filter((role) => isGranted(startImport.policy ?? { role: 'ROOT' }, rolesOf(role)));

  it.each(writing)(
    'by a %s changes only the kinds that this role may change, and says what it left out',
    async (role) => {
      await grant(role);
      const { status, notes } = await importedBy(user(rolesOf(role)));
      expect([status, await kindsIn(target)]).toEqual(['finished', allowed(rolesOf(role))]);
      const left = kinds.filter((kind) => !allowed(rolesOf(role)).includes(kind));
      for (const kind of left)
        expect(notes).toContainEqual({ resource_id: null, text: expect.stringContaining(recordOwners[kind].called) });
      const isGrantedVectorsets = isGranted(vectorsetOwner.operation.policy ?? { role: 'ROOT' }, rolesOf(role));
      const models = (await inBox((tx) => vectorsets.list(target, tx))).map(({ id }) => id);
      expect(models).toEqual(isGrantedVectorsets ? ['default', 'other'] : ['default']);
      expect(notes).toHaveLength(left.length + (isGrantedVectorsets ? 0 : 1));
    },
  );

  it('leaves something out for writers, and nothing for owners', () => {
    expect(writing.map((role) => kinds.filter((kind) => !allowed(rolesOf(role)).includes(kind)))).toEqual([
      ['CFG', 'STR'],
      [],
    ]);
  });

  it('does no more than its caller may by the time that it runs, and no more than at the request', async () => {
    await grant('SCONTRIBUTOR');
    expect(await importedBy(user(rolesOf('SOWNER')))).toMatchObject({ status: 'finished' });
    expect(await kindsIn(target)).toEqual(allowed(rolesOf('SCONTRIBUTOR')));
    target = await world.index.newBox();
    await grant('SOWNER');
    await importedBy(user(rolesOf('SCONTRIBUTOR')));
    expect(await kindsIn(target)).toEqual(allowed(rolesOf('SCONTRIBUTOR')));
  });

  it.each(['SMEMBER', undefined] as const)('stores nothing when its caller is a %s by then', async (role) => {
    if (role) await grant(role);
    const { status, reason } = await importedBy(user(rolesOf('SOWNER')));
    expect([status, reason, await kindsIn(target)]).toEqual(['errored', expect.stringContaining('may not write'), []]);
  });

  it('by an owner of the account does what owners may, while that lasts, and while nobody can tell', async () => {
    const owner = user(['AOWNER', 'AMEMBER', ...rolesOf('SOWNER')]);
    membership = 'AOWNER';
    await importedBy(owner);
    expect(await kindsIn(target)).toEqual(kinds);
    [target, membership] = [await world.index.newBox(), 'AMEMBER'];
    world.strategies.length = 0;
    expect(await importedBy(owner)).toMatchObject({ status: 'errored' });
    areAccountsAway = true;
    await importedBy(owner);
    expect(await kindsIn(target)).toEqual(kinds);
  });

  it('by a service account does what its role allows, and nothing once that is deleted', async () => {
    const id = randomUUID();
    const row = { id, kbid: target, title: 'x', role: 'SCONTRIBUTOR' as const, created: new Date() };
    await inBox((tx) => serviceAccounts.insert(row, tx));
    const caller = { kind: 'sa' as const, id, roles: rolesOf('SCONTRIBUTOR') };
    expect(await importedBy(caller)).toMatchObject({ status: 'finished' });
    expect(await kindsIn(target)).toEqual(allowed(caller.roles));
    await inBox((tx) => serviceAccounts.delete(target, id, tx));
    expect(await importedBy(caller)).toMatchObject({ status: 'errored' });
  });

  it('knows the operation that owns each kind of record, and asks for no feature that the import does not', () => {
    const here = readdirSync(__dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    const named = here.flatMap((name) => [...readFileSync(join(__dirname, name), 'utf8').matchAll(/'([A-Z]{3})'/g)]);
    const types = new Set(named.map(([, type = '']) => type));
    // Words from the interface and from SQL.
    for (const word of ['API', 'ASC']) types.delete(word);
    expect([...types].filter((type) => !(type in recordOwners))).toEqual([]);
    const owners = [...Object.values(recordOwners), vectorsetOwner].flatMap((owner) =>
      owner ? [owner.operation] : [],
    );
    const others = owners.filter(({ feature }) => feature !== undefined && feature !== startImport.feature);
    expect(others.map(({ name }) => name)).toEqual([]);
    expect(owners.filter(({ policy }) => !policy).map(({ name }) => name)).toEqual([]);
  });
});
