import { dataRoles, type KnowledgeBoxRole, knowledgeBoxRoles, type Role } from '@lectern/contracts/core';
import type { KnowledgeBoxPermissions } from '@lectern/contracts/knowledge-box';

const highestFirst: readonly KnowledgeBoxRole[] = knowledgeBoxRoles.toReversed();

/** Permissions of a caller with these roles on a knowledge box. */
export function permissionsOf(roles: readonly Role[]): KnowledgeBoxPermissions {
  return {
    permissions: dataRoles.filter((role) => roles.includes(role)),
    role: highestFirst.find((role) => roles.includes(role)) ?? null,
  };
}
