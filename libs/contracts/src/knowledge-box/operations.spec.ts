import { doorsOf } from '../core/door';
import { knowledgeBoxOperations } from './operations';

const doors = knowledgeBoxOperations.flatMap(doorsOf);
const named = (condition: (one: (typeof doors)[number]) => boolean) => [
  ...new Set(doors.filter(condition).map(({ name }) => name)),
];

describe('operations of the service of knowledge boxes', () => {
  it('without a path are called by services alone', () => {
    const internal = knowledgeBoxOperations.filter(({ http }) => !http);
    expect(internal.map(({ name }) => name).sort()).toEqual([
      'kb.access.resolve',
      'kb.agent.describe',
      'kb.agent.resolve-access',
      'kb.augmentation.clear',
      'kb.augmentation.fields',
      'kb.augmentation.put',
      'kb.augmentation.resources',
      'kb.credential.verify',
      'kb.fields.unembedded',
      'kb.graph.entity-relations',
      'kb.graph.names',
      'kb.graph.nodes',
      'kb.graph.paths',
      'kb.graph.relations',
      'kb.held-right.read',
      'kb.index.report-damage',
      'kb.key-values.match',
      'kb.labelset.read-of-paragraphs',
      'kb.mail.send',
      'kb.messages.read',
      'kb.nua-client.read-webhook',
      'kb.paragraphs.read',
      'kb.quota.note',
      'kb.quota.read',
      'kb.quota.return',
      'kb.quota.take',
      'kb.resource.await-finding',
      'kb.resources.read',
      'kb.resources.visible',
      'kb.settings.read',
      'kb.synonyms.read',
      'kb.texts.read',
      'kb.vectorset.read',
    ]);
  });

  it('without a path need no policy, no feature and no refusal: they are not asked by callers', () => {
    for (const { name, http, policy, feature, refuses } of knowledgeBoxOperations)
      if (!http) expect([name, policy, feature, refuses]).toEqual([name, undefined, undefined, undefined]);
  });

  it('that anyone may call are few: guests of published boxes read, and an invitation is accepted', () => {
    const open = named(({ policy }) => policy?.credentials.includes('none') === true && policy.on !== 'kb');
    expect(open.sort()).toEqual(['kb.invitation.accept', 'kb.tus.options']);
    for (const { door, policy } of doors)
      if (policy?.on === 'kb' && policy.credentials.includes('none'))
        expect([door, [policy.role].flat()]).toEqual([door, expect.arrayContaining(['READER'])]);
  });

  it('with tokens of readers are those that guests may call, too', () => {
    const byToken = named(({ policy }) => policy?.credentials.includes('eph') === true);
    const byGuests = named(({ policy }) => policy?.credentials.includes('none') === true && policy.on === 'kb');
    expect(byToken.sort()).toEqual(byGuests.sort());
    expect(byToken.length).toBeGreaterThan(15);
  });

  it('take no NUA key below a box: such keys manage the boxes of an account', () => {
    const paths = doors
      .filter(({ policy }) => policy?.credentials.includes('nua') === true)
      .flatMap(({ http }) => [http?.path ?? []].flat());
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) expect(path).toMatch(/^\/api\/v1\/account\/\{account\}\//);
  });

  it('never take a temporal key with groups: only the ask family does', () => {
    expect(named(({ policy }) => policy?.credentials.includes('temporal') === true)).toEqual([]);
  });

  it('of those who run the deployment are below /admin, for users and never for keys', () => {
    const rooted = doors.filter(({ policy }) => policy?.role === 'ROOT');
    const below = doors.filter(({ http }) => String(http?.path).startsWith('/api/v1/admin/'));
    expect(rooted.map(({ door }) => door)).toEqual(below.map(({ door }) => door));
    for (const { door, policy } of rooted) expect([door, policy?.credentials]).toEqual([door, ['user', 'pat']]);
  });

  it('belong to a feature where a request adds content, processes it or trains with it', () => {
    const featured = (feature: string) => named((one) => one.feature === feature).sort();
    expect(featured('processing')).toEqual(['kb.field.reprocess', 'kb.resource.reprocess']);
    expect(featured('training')).toEqual(['kb.trainset.list', 'kb.trainset.list-by-prefix', 'kb.trainset.stream']);
    expect(featured('upload')).toEqual([
      'kb.backup.restore',
      'kb.conversation.append',
      'kb.field.put-conversation',
      'kb.field.put-file',
      'kb.field.put-key-value',
      'kb.field.put-link',
      'kb.field.put-text',
      'kb.import.start',
      'kb.resource.create',
      'kb.resource.modify',
      'kb.tus.append',
      'kb.tus.create',
      'kb.upload.create',
      'kb.upload.put-field',
    ]);
    expect([...featured('search'), ...featured('generative')]).toEqual([]);
  });

  it('refuse everyone where this product has nothing', () => {
    expect(named(({ refuses }) => refuses !== undefined).sort()).toEqual([
      'kb.knowledge-box.logo',
      'kb.self-hosted.create',
      'kb.self-hosted.delete',
      'kb.self-hosted.import',
      'kb.self-hosted.list',
      'kb.self-hosted.modify',
    ]);
  });

  it('answer unknown boxes with one of three texts', () => {
    const texts = (text: string) => named(({ http }) => http?.unknownBox === text).sort();
    expect(texts('Knowledge Box not found')).toEqual([
      'kb.export.start',
      'kb.notification.stream',
      'kb.processing.list',
      'kb.resource.create',
    ]);
    expect(texts("Knowledge Box '{kbid}' does not exist")).toEqual(['kb.entities-group.get']);
    const all = named(({ http }) => http?.unknownBox !== undefined);
    expect(all).toHaveLength(5);
  });
});
