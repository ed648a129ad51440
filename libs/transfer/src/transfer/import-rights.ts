import { Bus } from '@lectern/bus';
import { resolveUser } from '@lectern/contracts/accounts';
import {
  AppError,
  dataRoles,
  dataRolesOf,
  type KnowledgeBoxRole,
  type Role,
  systemPrincipal,
} from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { type ImportCaller, type ImportEntity } from './import.entity';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { KnowledgeBoxUserRepository, ServiceAccountRepository } from '@lectern/access';
import { Injectable } from '@nestjs/common';
import { recordOwners, whyLeftOut } from './record-owners';

/** How long a running import uses cached roles. */
const READ_AGAIN_MS = 5_000;

/** The current roles of the caller who started an import. */
export type CurrentRoles = () => Promise<readonly Role[]>;

/** A caller and the box. */
type ImportOrigin = Pick<ImportEntity, 'kbid' | 'caller' | 'backup'>;

/** Limits an import to data that its caller was allowed to store at the time of the request and still is. */
@Injectable()
export class ImportRights {
  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly serviceAccounts: ServiceAccountRepository,
    private readonly bus: Bus,
  ) {}

  /** @returns the roles, refreshed every few seconds */
  follow(origin: ImportOrigin): CurrentRoles {
    let read: { readonly roles: readonly Role[]; readonly atMs: number } | undefined;
    return async () => {
      if (!read || performance.now() - read.atMs > READ_AGAIN_MS)
        read = { roles: await this.rolesOf(origin), atMs: performance.now() };
      return read.roles;
    };
  }

  /** @throws AppError `not_found` when the box does not exist */
  async rolesOf({ kbid, caller, backup }: ImportOrigin): Promise<readonly Role[]> {
    // A row of an earlier version, whose caller may have been any writer.
    if (!caller) return withDataRoles(backup === null ? 'SCONTRIBUTOR' : 'SOWNER');
    const current = await this.current(kbid, caller);
    return current ? caller.roles.filter((role) => current.includes(role)) : caller.roles;
  }

  /** @returns undefined for callers whose roles cannot be revoked */
  private async current(kbid: string, { kind, id, roles }: ImportCaller): Promise<readonly Role[] | undefined> {
    switch (kind) {
      case 'sa':
      case 'temporal':
        return this.ofServiceAccount(kbid, id);
      case 'user':
      case 'pat': {
        const granted = await this.transactions.read((tx) => this.users.roleOf(kbid, id, tx));
        const own = granted ? withDataRoles(granted) : [];
        if (roles.every((role) => role === 'AMEMBER' || own.includes(role))) return [...own, 'AMEMBER'];
        return this.ofMember(kbid, id, own);
      }
      default:
        return undefined;
    }
  }

  /** A deleted key does not mean a deleted service account: keys may be renewed during an import. */
  private async ofServiceAccount(kbid: string, id: string): Promise<readonly Role[]> {
    try {
      const { role } = await this.transactions.read((tx) => this.serviceAccounts.get(kbid, id, tx));
      return withDataRoles(role);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return [];
      throw error;
    }
  }

  /** Roles beyond those granted on the box: those of owners of its account and of operators. */
  private async ofMember(kbid: string, id: string, own: readonly Role[]): Promise<readonly Role[] | undefined> {
    const { account } = await this.boxes.get(kbid);
    try {
      const body = { kind: 'user' as const, id };
      const { type, accounts, withheld } = await this.bus.request(
        resolveUser,
        { body },
        { principal: systemPrincipal },
      );
      if (type === 'ROOT') return undefined;
      if (withheld?.includes(account)) return [];
      const membership = accounts.find((one) => one.id === account)?.role;
      const owned = membership === 'AOWNER' ? (['AOWNER', ...withDataRoles('SOWNER')] as const) : [];
      return [...own, ...owned, ...(membership ? (['AMEMBER'] as const) : [])];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'unauthorized') return [];
      // An outage revokes no rights.
      if (error.code === 'unavailable' || error.code === 'deadline_exceeded') return undefined;
      throw error;
    }
  }
}

/** @throws AppError `forbidden` when the caller may not even store resources */
export function requireResources(roles: readonly Role[]): void {
  if (whyLeftOut(recordOwners.RES, roles) === undefined) return;
  throw new AppError('forbidden', 'Who started the import may not write to the knowledge box any more');
}

/** Roles on a box that the caller has just created. */
export const rolesOfOwner: readonly Role[] = ['SOWNER', ...dataRoles];

function withDataRoles(role: KnowledgeBoxRole): readonly Role[] {
  return [role, ...dataRolesOf[role]];
}
