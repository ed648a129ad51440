import { canonicalHeaders, canonicalMembers, canonicalValues } from './canonical-names';
import { WireNames } from './wire-names';

describe('canonical names', () => {
  it('of headers are lower case, and those of the interface', () => {
    expect([...canonicalHeaders].sort()).toEqual(
      [
        ...['authorization', 'x-svc-serviceaccount', 'x-svc-nuakey'],
        ...['x-kbdb-user', 'x-kbdb-client', 'x-kbdb-roles', 'x-kbdb-security-groups'],
        ...['x-svc-user', 'x-svc-account', 'x-svc-account-type', 'x-svc-kbid'],
        ...['x-svc-validation', 'x-svc-trace-id'],
        ...['svc-learning-id', 'svc-learning-model', 'svc-learning-trace-id', 'svc-learning-chat-history'],
        ...['kbdb-resource', 'kbdb-field', 'kbdb-seq', 'x-svc-file-token', 'x-svc-processing-id'],
      ].sort(),
    );
    for (const header of canonicalHeaders) expect(header).toBe(header.toLowerCase());
  });

  it('of members are those of usage, tokens of workers, guards and roles', () => {
    expect([...canonicalMembers].sort()).toEqual(
      [
        ...['svc_tokens', 'svc_tokens_billed', 'input_svc_tokens', 'output_svc_tokens', 'input_svc', 'output_svc'],
        ...['kbdb', 'kbdb_token', 'llm_guard', 'cloud_account_id', 'role_ref'],
      ].sort(),
    );
  });

  it('of values are translated in the members where they mean something', () => {
    expect(Object.keys(canonicalValues).sort()).toEqual(
      ['SVC', 'kbdb', 'llm-guard', 'llm_guard', 'application/svc-link'].sort(),
    );
    expect(canonicalValues.SVC).toEqual(['author']);
    expect(canonicalValues.kbdb).toContain('source');
    expect(canonicalValues['application/svc-link']).toContain('icon');
    for (const members of Object.values(canonicalValues)) expect(members).not.toContain('text');
  });

  it.each(canonicalHeaders)('may be spelt differently in any case: %s', (header) => {
    const names = WireNames.parse(
      JSON.stringify({ headers: { [header.toUpperCase()]: { accept: ['X-Other-Name'] } } }),
    );
    expect(names.readHeaders({ 'x-other-name': 'a' })).toMatchObject({ [header]: 'a' });
    expect(names.spellingsOf(header)).toEqual([header, 'x-other-name']);
    expect(names.headerOut(header)).toBe(header);
  });

  it.each(canonicalMembers)('may be spelt differently in requests and answers: %s', (member) => {
    const names = WireNames.parse(JSON.stringify({ members: { [member]: { accept: ['old'], emit: 'new' } } }));
    for (const spelling of [member, 'old', 'new'])
      expect(names.readJson({ a: { [spelling]: 1 } })).toEqual({ a: { [member]: 1 } });
    expect(names.writeJson([{ [member]: { [member]: 2 } }])).toEqual([{ new: { new: 2 } }]);
    expect(names.memberOut(member)).toBe('new');
  });

  it.each(Object.entries(canonicalValues).flatMap(([value, members]) => members.map((member) => [value, member])))(
    'may be spelt differently: %s in %s',
    (value, member) => {
      const names = WireNames.parse(JSON.stringify({ values: { [value]: { accept: ['old'], emit: 'new' } } }));
      for (const spelling of [value, 'old', 'new'])
        expect(names.readJson({ [member]: spelling, text: spelling })).toEqual({ [member]: value, text: spelling });
      expect(names.writeJson({ [member]: [value, 'x'], text: value })).toEqual({ [member]: ['new', 'x'], text: value });
      expect(names.valueOut(member, value)).toBe('new');
      expect(names.valueOut('text', value)).toBe(value);
    },
  );
});
