import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { getKnowledgeBox, getKnowledgeBoxBySlug } from './knowledge-box-content.operations';

describe('a knowledge box as callers of its content see it', () => {
  it('is read by id and by slug', () => {
    expect(routesOf(getKnowledgeBox, getKnowledgeBoxBySlug)).toEqual({
      'GET /kb/{kbid}': '200 json; MANAGER or READER of kb; sa user pat eph none',
      'GET /kb/s/{slug}': '200 json; any of nothing; sa user pat',
    });
    expect(conductOf(getKnowledgeBox, getKnowledgeBoxBySlug)).toEqual({
      'kb.knowledge-box.read': '10 s',
      'kb.knowledge-box.read-by-slug': '10 s',
    });
    expect(getKnowledgeBox.http?.unknownBox).toBeUndefined();
  });

  it('has a slug without upper-case letters', () => {
    const named = (slug: string) => faults(getKnowledgeBoxBySlug, { path: { slug } });
    for (const slug of ['tides', 'a:b_c-9']) expect(named(slug)).toEqual([]);
    for (const slug of ['Tides', 'a b', '', 'a.b', 'ä'])
      expect(named(slug)).toEqual(["path.slug: String should match pattern '^[a-z0-9:_-]{1,250}$'"]);
    expect(beyond(250, (size) => named(text(size)))).toHaveLength(1);
  });

  it('has all members, of which some are always null', () => {
    expect(membersOf(join(__dirname, 'knowledge-box-content.dto.ts'), 'KnowledgeBoxObject')).toBe(
      'uuid, slug, config, model',
    );
  });
});
