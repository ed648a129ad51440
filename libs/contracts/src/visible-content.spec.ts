import type { Constructor } from './core';
import { knowledgeBoxOperations } from './knowledge-box/operations';
import { searchConfigurationOperations } from './search/operations';

/** Operations between services that name a box and say nothing of visibility, with the reason. */
const withoutVisibility: Readonly<Record<string, string>> = {
  'kb.access.resolve': 'answers roles, not content',
  'kb.augmentation.align': 'writes for a task, which the box runs for itself',
  'kb.augmentation.clear': 'writes for a task, which the box runs for itself',
  'kb.augmentation.names': 'answers names to a task, which the box runs for itself',
  'kb.augmentation.put': 'writes for a task, which the box runs for itself',
  'kb.augmentation.resources': 'answers ids to a task, which the box runs for itself',
  'kb.fields.unembedded': 'answers ids of fields that an index lacks, which are read as all that is found is',
  'kb.index.report-damage': 'answers nothing',
  'kb.key-values.match': 'answers ids for a filter, which joins that of visibility',
  'kb.labelset.read-of-paragraphs': 'answers settings of the box',
  'kb.held-right.read': 'answers whether a caller still has a right',
  'kb.paragraphs.read': 'answers texts of ids among those of kb.resources.visible',
  'kb.resource.await-finding': 'answers whether what its caller just wrote can be found',
  'kb.search-configuration.read': 'answers settings of the box',
  'kb.settings.read': 'answers settings of the box',
  'kb.synonyms.read': 'answers settings of the box',
  'kb.vectorset.filling': 'answers nothing',
  'kb.vectorset.promote': 'answers nothing',
  'kb.vectorset.read': 'answers settings of the box',
};

describe('content that services read for a caller', () => {
  const all = [...knowledgeBoxOperations, ...searchConfigurationOperations];
  const inside = all.filter(({ http }) => http === undefined);
  const membersOf = (body: Constructor<unknown> | undefined) => Object.keys(Object(body && new body()));

  it('is read with the visibility of the caller, or there is a reason why not', () => {
    const silent = inside
      .filter(({ body }) => membersOf(body).includes('kbid') && !membersOf(body).includes('visibility'))
      .map(({ name }) => name);
    expect(silent.sort()).toEqual(Object.keys(withoutVisibility).sort());
  });

  it('is of some operations', () => {
    const visible = inside.filter(({ body }) => membersOf(body).includes('visibility')).map(({ name }) => name);
    expect(visible).toEqual(expect.arrayContaining(['kb.augmentation.fields', 'kb.messages.read', 'kb.texts.read']));
  });
});
