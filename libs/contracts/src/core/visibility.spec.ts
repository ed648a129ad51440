import fc from 'fast-check';
import { credentialKinds, type Principal, type Role } from './principal';
import {
  comparableGroup,
  isVisible,
  type SearchedVisibility,
  unrestricted,
  type Visibility,
  visibilityOfNames,
  visibilityOfReads,
  visibilityOfSearch,
} from './visibility';

const principal = (
  kind: Principal['kind'],
  roles: readonly Role[] = [],
  securityGroups?: readonly string[],
): Principal => ({
  kind,
  id: 'id',
  roles,
  ...(securityGroups && { securityGroups }),
});
const guest = principal('none', ['READER']);
const stranger = principal('user', ['READER']);
const member = principal('pat', ['AMEMBER', 'READER']);
const reader = principal('user', ['SMEMBER', 'READER']);
const root = principal('pat', ['ROOT']);
const key = principal('sa', ['SMEMBER', 'READER']);
const grouped = principal('temporal', ['SMEMBER', 'READER'], ['hr']);

const says = (said: Partial<SearchedVisibility> = {}): SearchedVisibility => ({
  showHidden: false,
  enforceSecurity: false,
  hiddenResourcesEnabled: true,
  ...said,
});

describe('a read', () => {
  it.each([
    ['nobody', guest],
    ['a user without a role', stranger],
    ['a member of the account without a role', member],
  ])('by %s shows what is public', (_, caller) => {
    expect(visibilityOfReads(caller)).toEqual({ groups: [], hidden: false });
  });

  it.each([
    ['a user with a role', reader],
    ['root', root],
    ['a key', key],
    ['Lectern itself', principal('system')],
  ])('by %s shows everything', (_, caller) => {
    expect(visibilityOfReads(caller)).toEqual(unrestricted);
  });

  it('by a key with groups shows what is public and what is of its groups', () => {
    expect(visibilityOfReads(grouped)).toEqual({ groups: ['hr'], hidden: true });
  });
});

describe('a resource that a search names', () => {
  it('is of the groups that the search has, hidden or not', () => {
    const named = (caller: Principal, request: Partial<SearchedVisibility>) =>
      visibilityOfNames(caller, visibilityOfSearch(caller, says(request)));
    expect(named(key, {})).toEqual(unrestricted);
    expect(named(key, { groups: ['it'] })).toEqual({ groups: ['it'], hidden: true });
    expect(named(key, { enforceSecurity: true })).toEqual({ groups: [], hidden: true });
    expect(named(grouped, { groups: ['it'] })).toEqual({ groups: ['hr'], hidden: true });
    expect(named(guest, { groups: ['it'], showHidden: true })).toEqual({ groups: [], hidden: false });
  });

  it('may always be named where it may be found', () => {
    fc.assert(
      fc.property(caller, said, resource, (who, what, which) => {
        const searched = visibilityOfSearch(who, what);
        if (isVisible(which, searched)) expect(isVisible(which, visibilityOfNames(who, searched))).toBe(true);
      }),
    );
  });
});

describe('a search', () => {
  it.each([
    ['what is public, to guests, whatever they say', guest, { groups: ['hr'], showHidden: true }, [], false],
    ['what is public, to users without a role', stranger, { groups: ['hr'], showHidden: true }, [], false],
    ['what is public, to guests, also where nothing hides', guest, { hiddenResourcesEnabled: false }, [], false],
    ['what the groups of a request may see', key, { groups: ['/hr', 'it'] }, ['hr', 'it'], false],
    ['what the groups of a credential may see, whatever it says', grouped, { groups: ['it'] }, ['hr'], false],
    ['everything, where nobody names groups', key, {}, undefined, false],
    ['what is public, where security is enforced', key, { enforceSecurity: true }, [], false],
    ['what groups may see, where security is enforced', key, { groups: ['hr'], enforceSecurity: true }, ['hr'], false],
    ['what is public, to a request of no groups', key, { groups: [] }, [], false],
    ['what is hidden, when asked to', key, { showHidden: true }, undefined, true],
    ['what is hidden, where hiding is off', key, { hiddenResourcesEnabled: false }, undefined, true],
  ] as const)('shows %s', (_, caller, said, groups, hidden) => {
    expect(visibilityOfSearch(caller, says(said))).toEqual({ ...(groups && { groups }), hidden });
  });
});

describe('a resource', () => {
  const hr = { groups: ['/hr'], hidden: false };

  it.each([
    ['is visible to any of its groups', hr, { groups: ['it', 'hr'], hidden: false }, true],
    ['is not visible to other groups', hr, { groups: ['it', 'hr/payroll', 'HR'], hidden: false }, false],
    ['is not visible to no groups', hr, { groups: [], hidden: false }, false],
    ['is visible where groups do not count', hr, { hidden: false }, true],
    ['without groups is visible to all', { groups: [], hidden: false }, { groups: [], hidden: false }, true],
    ['that is hidden is not visible', { groups: [], hidden: true }, { hidden: false }, false],
    ['that is hidden is visible to those who see hidden ones', { groups: [], hidden: true }, unrestricted, true],
    ['must fit in both ways', { groups: ['hr'], hidden: true }, { groups: ['it'], hidden: true }, false],
  ])('%s', (_, resource, visibility: Visibility, visible) => {
    expect(isVisible(resource, visibility)).toBe(visible);
  });
});

/** A group as somebody writes it, with its slash or without. */
const group = fc.constantFrom('hr', '/hr', 'it', '/it', 'hr/payroll', '//hr', '', '/');
const groups = fc.array(group, { maxLength: 4 });
const roles = fc.subarray<Role>(['ROOT', 'AOWNER', 'AMEMBER', 'SOWNER', 'SCONTRIBUTOR', 'SMEMBER', 'READER', 'WRITER']);
const caller = fc.record({
  kind: fc.constantFrom(...credentialKinds),
  id: fc.constant('id'),
  roles,
  securityGroups: fc.option(groups, { nil: undefined }),
});
const said = fc.record({
  groups: fc.option(groups, { nil: undefined }),
  showHidden: fc.boolean(),
  enforceSecurity: fc.boolean(),
  hiddenResourcesEnabled: fc.boolean(),
});
const resource = fc.record({ groups, hidden: fc.boolean() });

/** The interface's rules, one by one, as a person would apply them to one resource. */
function oracle(
  { kind, roles: held, securityGroups }: Principal,
  request: SearchedVisibility,
  { groups: restricted, hidden }: { readonly groups: readonly string[]; readonly hidden: boolean },
): boolean {
  const isUser = kind === 'user' || kind === 'pat';
  const vouchedFor = ['ROOT', 'SOWNER', 'SCONTRIBUTOR', 'SMEMBER'].some((role) => held.some((one) => one === role));
  const isGuest = kind === 'none' || (isUser && !vouchedFor);
  if (isGuest) return !hidden && restricted.length === 0;
  if (hidden && request.hiddenResourcesEnabled && !request.showHidden) return false;
  if (restricted.length === 0) return true;
  const own = securityGroups ?? request.groups;
  if (own === undefined) return !request.enforceSecurity;
  const bare = (name: string) => (name.startsWith('/') ? name.slice(1) : name);
  return own.some((one) => restricted.some((other) => bare(one) === bare(other)));
}

describe('visibility, for any caller and request', () => {
  it('in searches is what the rules say', () => {
    fc.assert(
      fc.property(caller, said, resource, (who, what, which) => {
        expect(isVisible(which, visibilityOfSearch(who, what))).toBe(oracle(who, what, which));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is nothing that guests can choose', () => {
    const guests = caller.map((who): Principal => ({ ...who, kind: 'none' }));
    fc.assert(
      fc.property(guests, said, said, (who, one, other) => {
        expect(visibilityOfSearch(who, one)).toEqual(visibilityOfSearch(who, other));
        expect(visibilityOfReads(who)).toEqual(visibilityOfSearch(who, one));
      }),
    );
  });

  it('never grows with a resource that is restricted or hidden', () => {
    fc.assert(
      fc.property(caller, said, groups, group, (who, what, some, more) => {
        const visibility = visibilityOfSearch(who, what);
        const shown = (one: readonly string[], hidden: boolean) => isVisible({ groups: one, hidden }, visibility);
        if (shown(some, true)) expect(shown(some, false)).toBe(true);
        if (shown([more], false)) expect(shown([], false)).toBe(true);
      }),
    );
  });

  it('compares groups without their one leading slash', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(comparableGroup(`/${name}`)).toBe(name);
        expect(isVisible({ groups: [name], hidden: false }, { groups: [comparableGroup(name)], hidden: false })).toBe(
          true,
        );
      }),
    );
  });
});
