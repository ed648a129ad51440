import type { CredentialKind, Role } from '@lectern/contracts/core';

/** Who may call an operation, as the interface has it. */
export interface Right {
  /** Kinds of credential that open it; only `none`: anyone, with any credential. */
  readonly credentials: readonly CredentialKind[];
  /** Holding one of them is enough; `any`: every caller who may see the target. */
  readonly roles: readonly Role[] | 'any';
  /** Target of the roles. */
  readonly on: 'box' | 'agent' | 'account' | 'caller' | 'nothing';
  /** Whether an id of a box in the path is the id of one, and not a name that its account chose. */
  readonly namesBox: boolean;
  /** Whether nobody may, too, if the box is published. */
  readonly opensWhenPublished: boolean;
  /** Whether a NUA key needs the flag that lets it manage boxes. */
  readonly needsManagingNuaKey: boolean;
  /** Whether a bearer token is a NUA key. */
  readonly takesBearerNuaKey: boolean;
  /** Whether it makes credentials, which temporal keys may not. */
  readonly makesCredentials: boolean;
}

/** Operations with the same right. */
export interface RightGroup extends Omit<Partial<Right>, 'credentials' | 'roles'> {
  /** In words. */
  readonly who: string;
  readonly credentials: string;
  readonly roles: string;
  readonly on: Right['on'];
  /** Of operations that the interface lacks, or has otherwise: why the product does. */
  readonly because?: string;
  /** Prefix of all paths below. */
  readonly below?: string;
  /**
   * Methods (`SOCKET` for a socket) and a path, one path per line; `{resource}` names a resource by id, and in a second
   * path by slug.
   */
  readonly operations: string;
}

/** A right by the method and the path of each operation, as in `GET /api/v1/kb/{kbid}`. */
export type Rights = ReadonlyMap<string, Right>;

/** @throws Error when an operation is there twice */
export function rightsIn(groups: readonly RightGroup[]): Rights {
  const rights = new Map<string, Right>();
  for (const group of groups)
    for (const operation of operationsOf(group)) {
      if (rights.has(operation)) throw new Error(`${operation} is there twice`);
      rights.set(operation, rightOf(group));
    }
  return rights;
}

function operationsOf({ below = '', operations }: RightGroup): readonly string[] {
  return operations
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [methods = '', path = ''] = line.split(' ');
      const paths = path.includes('{resource}')
        ? ['resource/{rid}', 'slug/{rslug}'].map((named) => path.replace('{resource}', named))
        : [path];
      return methods.split(',').flatMap((method) => paths.map((one) => `${method} ${below}${one}`));
    });
}

function rightOf({ credentials, roles, on, ...flags }: RightGroup): Right {
  return {
    // Those of the tables are words of these types.
    credentials: credentials.split(' ') as readonly CredentialKind[],
    roles: roles === 'any' ? roles : (roles.split(' ') as readonly Role[]),
    on,
    namesBox: flags.namesBox ?? true,
    opensWhenPublished: flags.opensWhenPublished ?? false,
    needsManagingNuaKey: flags.needsManagingNuaKey ?? false,
    takesBearerNuaKey: flags.takesBearerNuaKey ?? false,
    makesCredentials: flags.makesCredentials ?? false,
  };
}
