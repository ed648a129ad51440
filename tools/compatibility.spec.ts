import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalHeaders, canonicalMembers, canonicalValues, WireNames } from '@lectern/contracts/core';
import { root } from './tidy/workspace';

interface Names {
  readonly accept?: readonly string[];
  readonly emit?: string;
}
type Section = Readonly<Record<string, Names>>;
interface AliasFile {
  readonly headers: Section;
  readonly members: Section;
  readonly values: Section;
  readonly homeTitle: string;
}

const text = readFileSync(join(root, 'docs/compatibility.md'), 'utf8');
const [, file = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
// The next test says whether it is one.
const { headers, members, values, homeTitle } = JSON.parse(file) as AliasFile;
const names = WireNames.parse(file);

describe('the alias file of docs/compatibility.md', () => {
  it('names everything that may be spelt otherwise', () => {
    expect(Object.keys(headers).sort()).toEqual([...canonicalHeaders].sort());
    expect(Object.keys(members).sort()).toEqual([...canonicalMembers].sort());
    expect(Object.keys(values).sort()).toEqual(Object.keys(canonicalValues).sort());
    expect(names.homeTitle).toBe(homeTitle);
  });

  it('lets requests use every spelling, and answers use one', () => {
    for (const [name, { accept = [], emit }] of Object.entries(headers)) {
      for (const alias of accept) expect(names.readHeaders({ [alias]: 'a' })).toHaveProperty([name], 'a');
      if (emit !== undefined) expect(names.headerOut(name)).toBe(emit);
    }
    for (const [name, { accept = [], emit = name }] of Object.entries(members)) {
      for (const alias of accept) expect(names.readJson({ [alias]: 1 })).toEqual({ [name]: 1 });
      expect(names.writeJson({ [name]: 1 })).toEqual({ [emit]: 1 });
    }
    for (const [value, places] of Object.entries(canonicalValues)) {
      const { accept = [], emit } = values[value] ?? {};
      for (const place of places) {
        for (const alias of accept) expect(names.readJson({ [place]: alias })).toEqual({ [place]: value });
        expect(names.writeJson({ [place]: value })).toEqual({ [place]: emit });
      }
    }
  });
});
