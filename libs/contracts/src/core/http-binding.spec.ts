import {
  ANONYMOUS_BODY_NODES_MAX,
  BODY_DEPTH_MAX,
  BODY_NODES_MAX,
  BOX_NOT_FOUND,
  pageDirectives,
  UNKNOWN_BOX,
} from './http-binding';
import { allOperations } from '../operations';
import { doorsOf } from './door';
import { pathParameterNames } from './endpoint';

const doors = allOperations.flatMap(doorsOf);

describe('the texts about a box that does not exist', () => {
  it('are those that clients compare with', () => {
    expect(UNKNOWN_BOX).toBe('Knowledge Box does not exist');
    expect(BOX_NOT_FOUND).toBe('Knowledge Box not found');
  });

  it('may name the box', () => {
    const texts = new Set(doors.map(({ http }) => http?.unknownBox).filter((text) => text !== undefined));
    for (const text of texts) expect(text.replace('{kbid}', 'x')).not.toMatch(/[{}]/);
    expect([...texts]).toContain('Knowledge Box not found');
  });
});

describe('bounds of bodies', () => {
  it('let anonymous callers send less than others', () => {
    expect(ANONYMOUS_BODY_NODES_MAX).toBeLessThan(BODY_NODES_MAX);
    expect([ANONYMOUS_BODY_NODES_MAX, BODY_NODES_MAX, BODY_DEPTH_MAX]).toEqual([10_000, 200_000, 512]);
  });
});

describe('bindings', () => {
  it('have a success status that fits their reply', () => {
    for (const { door, http } of doors) {
      const { success = 0, reply = 'json', respond } = http ?? {};
      // What responds by itself says whether there is a body.
      if (success === 204 && !respond) expect([door, reply]).toEqual([door, 'empty']);
      if (reply === 'redirect') expect([door, success >= 300 && success < 400]).toEqual([door, true]);
      else expect([door, success >= 200 && success < 300]).toEqual([door, true]);
    }
  });

  it('without a JSON body of the answer say so: an empty 200 or 201 is declared', () => {
    const empty = doors.filter(({ http }) => http?.reply === 'empty' && http.success !== 204);
    const names = [...new Set(empty.map(({ name }) => name))].filter((name) => name.startsWith('kb.'));
    expect(names.sort()).toEqual(
      [
        ...['kb.resource.head', 'kb.resource.reindex'],
        ...['kb.search-configuration.create', 'kb.search-configuration.replace'],
        ...['kb.tus.create', 'kb.tus.head', 'kb.tus.append'],
      ].sort(),
    );
  });

  it('have paths below /api, and parameters of one name each', () => {
    for (const { door, http } of doors)
      for (const path of [http?.path ?? []].flat()) {
        const names = pathParameterNames(path);
        expect([door, path, new Set(names).size]).toEqual([door, path, names.length]);
      }
  });

  it('meet at no method and path of a host', () => {
    const places = doors.flatMap(({ http }) =>
      [http?.path ?? []].flat().map((path) => `${http?.host} ${http?.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  it('widen only directives that exist', () => {
    for (const { door, http } of doors)
      for (const directive of Object.keys(http?.sources ?? {}))
        expect([door, directive]).toEqual([door, expect.stringMatching(new RegExp(`^(${pageDirectives.join('|')})$`))]);
  });
});
